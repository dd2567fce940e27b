package tender.agent.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import tender.bagfile.RelativePath;

/** Where large outputs of a part's tasks are sent, instead of into packs. */
@FunctionalInterface
public interface OutputStore {
  /** Takes nothing. */
  OutputStore NONE = (_, _, _, _) -> false;

  /**
   * Sends an output, or continues to send it after an interruption.
   *
   * @param taskIndex the position of its task in the bag
   * @param path in the task's folder
   * @param content a file that the task may still change
   * @param bytes how much of it is sent
   * @return whether the output is stored; if not, it must be handled without the store
   */
  boolean store(int taskIndex, RelativePath path, FileChannel content, long bytes)
      throws IOException;
}
