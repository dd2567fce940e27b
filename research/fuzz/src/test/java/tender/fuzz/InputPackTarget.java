package tender.fuzz;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tender.bagfile.Digest;
import tender.bagfile.InputPack;
import tender.bagfile.RelativePath;
import tender.bagfile.inputs.InputPackReader;
import tender.bagfile.inputs.InvalidInputPackException;

/**
 * Packs of small input files, which users send and agents read. The first byte of an input is the
 * number of files that the work order names.
 */
public final class InputPackTarget implements FuzzTarget {
  private static final List<String> NAMES = List.of("d", "data");

  @Override
  public String name() {
    return "input-pack";
  }

  @Override
  public void read(byte[] input) throws IOException {
    if (input.length < 2) {
      return;
    }
    InputPack pack =
        new InputPack(Digest.NONE, input.length - 1, 1 + Byte.toUnsignedInt(input[0]), NAMES);
    List<RelativePath> paths = new ArrayList<>();
    long[] contentBytes = {0};
    try {
      InputPackReader.read(
          new ByteArrayInputStream(input, 1, input.length - 1),
          pack,
          (path, _, content) -> {
            paths.add(path);
            contentBytes[0] += content.length;
          });
    } catch (InvalidInputPackException e) {
      return;
    }
    Properties.same(pack.files(), paths.size());
    Properties.between(contentBytes[0], 0, input.length, "The size of the files");
    for (RelativePath path : paths) {
      Properties.same(true, NAMES.contains(path.firstSegment()) && path.segments().size() > 1);
    }
  }
}
