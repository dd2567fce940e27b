package tender.agent.batch.folder;

import java.io.IOException;
import java.nio.file.Path;
import tender.bagfile.WorkOrder;

/** Prepares the images in which the tasks of some bags run. */
public interface TaskContainers {
  /** Creates what all containers need, and deletes what a crash has left incomplete. */
  void install() throws IOException;

  /**
   * Prepares the image of a part's tasks and stores in the part's folder how they are started in
   * it, or why the image cannot be used. Waits while another part unpacks the same image. May be
   * repeated; a failure that may pass is an exception.
   *
   * @param inputs the folder with the bag's inputs
   */
  void stage(PartFolder part, WorkOrder order, Path inputs) throws IOException;
}
