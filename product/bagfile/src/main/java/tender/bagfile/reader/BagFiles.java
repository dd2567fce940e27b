package tender.bagfile.reader;

import java.io.IOException;
import java.util.List;
import tender.bagfile.InputFile;
import tender.bagfile.InputPack;
import tender.bagfile.TaskList;

/**
 * The files that a bag file names. An {@link IllegalArgumentException} of a method says why a file
 * cannot be used.
 */
public interface BagFiles {
  /** The tasks that the lines of a file define. */
  TaskList.Lines lines(String path) throws IOException;

  /** The tasks that the rows of a CSV file define; its first row names the parameters. */
  TaskList.Zip rows(String path) throws IOException;

  /** The input files with these paths, including those in folders. */
  Inputs inputs(List<String> paths) throws IOException;

  /**
   * The input files of a bag.
   *
   * @param files those that are in no pack
   */
  record Inputs(List<InputFile> files, List<InputPack> packs) {
    public Inputs {
      files = List.copyOf(files);
      packs = List.copyOf(packs);
    }
  }

  /** What to do about a file that cannot be used. */
  String advice();
}
