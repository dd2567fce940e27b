package tender.fuzz;

import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

/** Work orders as JSON, which users send to the server and the server to agents. */
public final class WorkOrderTarget implements FuzzTarget {
  @Override
  public String name() {
    return "work-order";
  }

  @Override
  public void read(byte[] input) {
    WorkOrder order;
    try {
      order = WorkOrderJson.read(input);
    } catch (IllegalArgumentException e) {
      return;
    }
    Properties.same(order, WorkOrderJson.read(WorkOrderJson.write(order)));
    Properties.between(order.tasks(), 1, TaskList.MAX_TASKS, "The number of tasks");
    Properties.between(
        order.listIndex(order.tasks() - 1), 0, order.taskList().tasks() - 1, "The last index");
    order.workDigest();
    order.digests();
    order.taskCommand();
  }
}
