package tender.agent.batch;

import java.nio.file.Path;
import java.util.SortedMap;

/**
 * A batch system on which all parts run at the same time, each with a share of the processors.
 * Every method may throw a {@link BatchSystemException}.
 */
public interface TimeShared {

  /**
   * Processor time that the tasks of a part have used so far; 0 if unknown. It restarts at 0 when
   * the machine reboots.
   *
   * @param part its folder
   */
  long usedMillis(Path part);

  /**
   * Sets the shares of all parts. The control groups of parts that are not listed are removed.
   *
   * @param shares by the parts' folders, from 0 to 1
   */
  void setShares(SortedMap<Path, Double> shares);
}
