#include "frontends/driver/state_view.h"

#include <gtest/gtest.h>

#include "engine/ir/builder.h"

namespace px::driver {
namespace {

using ir::Builder;
using ir::Domain;
using ir::TypeId;

// Two processes of a sort, each with a location and a local, and a variable of every kind of type.
class StateViewTest : public testing::Test {
 protected:
  StateViewTest() : builder_("m") {
    sort_ = builder_.sort("Proc", 2, {}, {"left", "right"});
    family_ = builder_.whole(sort_);
    start_ = builder_.location(family_, "start");
    busy_ = builder_.location(family_, "busy");
    owner_ = builder_.variable("owner", builder_.element_type(sort_, true));
    flag_ = builder_.variable("flag", builder_.array_type(Domain::of(family_), builder_.bool_type()));
    table_ = builder_.variable("table", builder_.array_type(Domain::range(3, 4), builder_.int_type(-5, 5)));
    members_ = builder_.variable("members", builder_.set_type(Domain::of(family_)));
    const TypeId message =
        builder_.record_type({{"kind", builder_.int_type(0, 9)}, {"from", builder_.element_type(sort_)}});
    queue_ = builder_.variable("queue", builder_.queue_type(3, message));
    last_ = builder_.variable("last", message);
    list_ = builder_.variable("list", builder_.sequence_type(builder_.int_type(0, 9)));
    secret_ = builder_.variable("secret", builder_.bool_type());
    builder_.variable_info(secret_).hidden = true;
    count_ = builder_.local(family_, "count", builder_.int_type(0, 7));
  }

  // Builds the layout of the complete program; the state starts with all defaults.
  void finish() {
    program_ = builder_.take();
    Result<ir::Layout> layout = ir::Layout::make(program_);
    ASSERT_TRUE(layout.ok());
    layout_ = std::make_unique<ir::Layout>(std::move(*layout));
    state_.assign(layout_->words(), 0);
  }

  // Writes one scalar of a variable: at an index of its own dimension, `extra` bits further.
  void write(ir::VariableId variable, TypeId scalar, int64_t value, size_t index = 0, uint64_t extra = 0) {
    const ir::VariableLayout& layout = layout_->variable(variable);
    const ir::ScalarCode& code = layout_->shape(scalar).code;
    const uint64_t stride = layout.strides.empty() ? 0 : layout.strides[0];
    ir::write_bits(state_.data(), layout.offset + index * stride + extra, code.width, code.encode(value));
  }

  void move(size_t process, ir::LocationId location) {
    const ir::LaneLayout& lane = layout_->lane(family_);
    ir::write_bits(state_.data(), lane.offset + process * lane.stride + lane.control_offset, lane.control.width,
                   lane.control.encode(program_.locations[location].index));
  }

  const ir::Type& type_of(ir::VariableId variable) const { return program_.types[program_.variables[variable].type]; }
  TypeId core(ir::VariableId variable) const { return layout_->variable(variable).core; }

  std::string value(const std::string& name) const {
    for (const Cell& cell : show_state(program_, *layout_, state_.data())) {
      if (cell.first == name) return cell.second;
    }
    return "no such cell";
  }

  Builder builder_;
  ir::SortId sort_;
  ir::FamilyId family_;
  ir::LocationId start_, busy_;
  ir::VariableId owner_, flag_, table_, members_, queue_, last_, list_, secret_, count_;
  ir::Program program_;
  std::unique_ptr<ir::Layout> layout_;
  std::vector<uint64_t> state_;
};

TEST_F(StateViewTest, NamesEveryCellOfTheDefaultState) {
  finish();
  const std::vector<Cell> expected = {
      {"left", "at start"},     {"right", "at start"}, {"owner", "none"},     {"flag[left]", "false"},
      {"flag[right]", "false"}, {"table[3]", "0"},     {"table[4]", "0"},     {"members", "{}"},
      {"queue", "[]"},          {"last.kind", "0"},    {"last.from", "left"}, {"list", "sequence 0"},
      {"left.count", "0"},      {"right.count", "0"},
  };
  EXPECT_EQ(show_state(program_, *layout_, state_.data()), expected);
}

TEST_F(StateViewTest, ShowsValuesByTheirTypes) {
  finish();
  write(owner_, core(owner_), 1);
  write(flag_, core(flag_), 1, 1);
  write(table_, core(table_), -5, 1);
  write(members_, core(members_), 3);
  write(count_, core(count_), 7, 1);
  move(1, busy_);
  EXPECT_EQ(value("owner"), "right");
  EXPECT_EQ(value("flag[left]"), "false");
  EXPECT_EQ(value("flag[right]"), "true");
  EXPECT_EQ(value("table[4]"), "-5");
  EXPECT_EQ(value("members"), "{left, right}");
  EXPECT_EQ(value("right.count"), "7");
  EXPECT_EQ(value("right"), "at busy");
}

TEST_F(StateViewTest, ShowsQueuesByTheirContents) {
  finish();
  const ir::TypeShape& queue = layout_->shape(core(queue_));
  const ir::Type& message = program_.types[type_of(queue_).element];
  const ir::TypeShape& record = layout_->shape(type_of(queue_).element);
  ir::write_bits(state_.data(), layout_->variable(queue_).offset, queue.code.width, queue.code.encode(2));
  const TypeId kind = message.fields[0].type;
  const TypeId from = message.fields[1].type;
  write(queue_, kind, 4, 0, queue.items + record.field_offsets[0]);
  write(queue_, kind, 9, 0, queue.items + queue.stride + record.field_offsets[0]);
  write(queue_, from, 1, 0, queue.items + queue.stride + record.field_offsets[1]);
  EXPECT_EQ(value("queue"), "[(4, left), (9, right)]");
}

TEST_F(StateViewTest, AsksForTheTextOfSequences) {
  finish();
  const SequenceText text = [](TypeId, int64_t handle) { return "<" + std::to_string(handle) + ">"; };
  const std::vector<Cell> cells = show_state(program_, *layout_, state_.data(), text);
  EXPECT_NE(std::find(cells.begin(), cells.end(), Cell("list", "<0>")), cells.end());
}

TEST_F(StateViewTest, TraceShowsActionsAndWhatTheyChange) {
  const ir::BindingId process = builder_.binding_over("p", Domain::of(family_));
  const ir::BindingId number = builder_.binding_over("n", Domain::range(1, 4));
  ir::Action action;
  action.name = "take";
  action.label = "x = n";
  action.parameters = {{process, Domain::of(family_)}, {number, Domain::range(1, 4)}};
  const ir::ActionId take = builder_.action(action);
  action.name = "idle";
  action.parameters.clear();
  const ir::ActionId idle = builder_.action(action);
  finish();
  Trace trace;
  trace.initial = state_;
  write(owner_, core(owner_), 1);
  MicroStep first{take, {1, 3}, {"text"}, state_};
  move(1, busy_);
  MicroStep second{idle, {}, {}, state_};
  trace.steps = {TraceStep{{first, second}}, TraceStep{{second}}};

  const TraceView view = show_trace(program_, *layout_, trace);
  EXPECT_EQ(view.initial.size(), 14U);
  ASSERT_EQ(view.steps.size(), 3U);
  EXPECT_EQ(view.steps[0].action, "take(p = right, n = 3)");
  EXPECT_EQ(view.steps[0].statement, "x = n");
  EXPECT_EQ(view.steps[0].output, std::vector<std::string>{"text"});
  EXPECT_EQ(view.steps[0].changes, (std::vector<Cell>{{"owner", "right"}}));
  EXPECT_EQ(view.steps[1].action, "idle");
  EXPECT_EQ(view.steps[1].step, 1U) << "actions of one step share its number";
  EXPECT_EQ(view.steps[1].changes, (std::vector<Cell>{{"right", "at busy"}}));
  EXPECT_EQ(view.steps[2].step, 2U);
  EXPECT_TRUE(view.steps[2].changes.empty());
}

TEST_F(StateViewTest, NoTraceIsEmpty) {
  finish();
  EXPECT_TRUE(show_trace(program_, *layout_, Trace()).empty());
}

}  // namespace
}  // namespace px::driver
