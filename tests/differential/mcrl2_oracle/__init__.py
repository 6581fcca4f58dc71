"""A naive semantics of mCRL2, written from the language reference: a second opinion on the meaning of a
specification."""
