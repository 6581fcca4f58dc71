// Groups of operations and statements, for a switch that handles a whole group in the same way:
//
//   case PX_SET_OPS: return set_operation(e);
//
// No switch over ir::Op or ir::Statement::Kind has a `default:` (scripts/check_operations): the compiler then names
// each switch in which a new operation is missing. Every operation is in exactly one group, or stands alone (If, Wrap,
// Check): fold_operation() does not compile otherwise.
#pragma once

#include "engine/ir/program.h"

#define PX_LEAF_OPS \
  ::px::ir::Op::Const : case ::px::ir::Op::Binding : case ::px::ir::Op::Read : case ::px::ir::Op::Timeout \
      : case ::px::ir::Op::QueueLength

// From numbers to a number; may be an error of the model.
#define PX_ARITHMETIC_OPS \
  ::px::ir::Op::Neg : case ::px::ir::Op::Add : case ::px::ir::Op::Sub : case ::px::ir::Op::Mul \
      : case ::px::ir::Op::Div : case ::px::ir::Op::Mod : case ::px::ir::Op::Shl : case ::px::ir::Op::Shr

// From numbers to a number, never an error; what they yield is in total_op.def.
#define PX_TOTAL_NUMBER_OPS \
  ::px::ir::Op::BitNot : case ::px::ir::Op::BitAnd : case ::px::ir::Op::BitOr : case ::px::ir::Op::BitXor \
      : case ::px::ir::Op::Lesser : case ::px::ir::Op::Greater

#define PX_LOGIC_OPS ::px::ir::Op::Not : case ::px::ir::Op::And : case ::px::ir::Op::Or

#define PX_COMPARISON_OPS \
  ::px::ir::Op::Eq : case ::px::ir::Op::Ne : case ::px::ir::Op::Lt : case ::px::ir::Op::Le : case ::px::ir::Op::Gt \
      : case ::px::ir::Op::Ge

#define PX_TRUTH_QUANTIFIER_OPS ::px::ir::Op::Forall : case ::px::ir::Op::Exists

#define PX_VALUE_QUANTIFIER_OPS \
  ::px::ir::Op::Count : case ::px::ir::Op::Sum : case ::px::ir::Op::Product : case ::px::ir::Op::Min \
      : case ::px::ir::Op::Max : case ::px::ir::Op::The : case ::px::ir::Op::Collect

#define PX_QUANTIFIER_OPS \
  PX_TRUTH_QUANTIFIER_OPS: \
  case PX_VALUE_QUANTIFIER_OPS

#define PX_NAMING_OPS ::px::ir::Op::Let : case ::px::ir::Op::Fix

#define PX_SET_OPS \
  ::px::ir::Op::SetOf : case ::px::ir::Op::Member : case ::px::ir::Op::Union : case ::px::ir::Op::Intersect \
      : case ::px::ir::Op::Difference : case ::px::ir::Op::Subset : case ::px::ir::Op::Card

#define PX_CONTROL_OPS ::px::ir::Op::At : case ::px::ir::Op::LocationIndex : case ::px::ir::Op::CanMove

// Between elements and numbers.
#define PX_CONVERSION_OPS ::px::ir::Op::IndexOf : case ::px::ir::Op::ElementAt

#define PX_SEQUENCE_OPS \
  ::px::ir::Op::SeqLength : case ::px::ir::Op::SeqAt : case ::px::ir::Op::SeqAppend : case ::px::ir::Op::SeqPrepend \
      : case ::px::ir::Op::SeqTail : case ::px::ir::Op::SeqFront : case ::px::ir::Op::SeqConcat

#define PX_CALL_OPS ::px::ir::Op::Call : case ::px::ir::Op::With

// Statements with blocks.
#define PX_COMPOUND_STATEMENTS \
  ::px::ir::Statement::Kind::If : case ::px::ir::Statement::Kind::For : case ::px::ir::Statement::Kind::While \
      : case ::px::ir::Statement::Kind::Let : case ::px::ir::Statement::Kind::Choose \
      : case ::px::ir::Statement::Kind::Either

// Statements that change the number of items in a queue.
#define PX_QUEUE_STATEMENTS \
  ::px::ir::Statement::Kind::Push : case ::px::ir::Statement::Kind::PushSorted : case ::px::ir::Statement::Kind::Pop \
      : case ::px::ir::Statement::Kind::RemoveAt
