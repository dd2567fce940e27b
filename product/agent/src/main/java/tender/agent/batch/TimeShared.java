package tender.agent.batch;

import java.nio.file.Path;
import java.util.SortedMap;

/**
 * A batch system on which all parts run at the same time, each with its share of the processors.
 * Every method may throw a {@link BatchSystemException}.
 */
public interface TimeShared {

  /**
   * Processor time that the tasks of a part have used so far; 0 if nobody knows of any. It begins
   * anew when the machine does.
   *
   * @param part its folder
   */
  long usedMillis(Path part);

  /**
   * From now on these parts have these shares; what is kept of any others is removed.
   *
   * @param shares by the parts' folders, from 0 to 1
   */
  void setShares(SortedMap<Path, Double> shares);
}
