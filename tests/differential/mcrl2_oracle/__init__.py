"""A naive semantics of mCRL2, written from the language reference: the second opinion on what a specification means."""
