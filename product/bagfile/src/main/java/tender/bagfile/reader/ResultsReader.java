package tender.bagfile.reader;

import java.util.Optional;
import tender.bagfile.ResultOptions;
import tender.bagfile.SiteResults;
import tender.support.input.FieldLocation;
import tender.support.input.FieldValue;

/**
 * Reads the fields of a bag file about the results of its tasks, except the patterns of outputs.
 */
final class ResultsReader {
  private final BagFile file;
  private final FieldLocation top;

  ResultsReader(BagFile file, FieldLocation top) {
    this.file = file;
    this.top = top;
  }

  ResultOptions results() {
    return new ResultOptions(expectedBytes(), site());
  }

  private Optional<SiteResults> site() {
    FieldValue results = top.value("results", file.results());
    if (!results.isGiven()) {
      return Optional.empty();
    }
    if (file.outputs() == null || file.outputs().isEmpty()) {
      throw results
          .place()
          .error(
              "is given, but outputs is not, so nothing would stay there.",
              "Add for example \"outputs: ['*.dat']\".");
    }
    try {
      return Optional.of(SiteResults.parse(results.id()));
    } catch (IllegalArgumentException e) {
      throw results
          .place()
          .error(
              "cannot be used: " + e.getMessage(),
              "Write \"site:NAME\" or \"site:NAME/PATH\", for example site:scratch/run1.");
    }
  }

  private long expectedBytes() {
    FieldValue size = top.value("output_size", file.output_size());
    if (!size.isGiven()) {
      return 0;
    }
    long bytes = SizeText.bytes(file.output_size()).orElse(-1);
    if (bytes < 0 || bytes > ResultOptions.MAX_EXPECTED_BYTES) {
      throw size.mismatch(
          "the expected size of one task's outputs, with a unit",
          "Write for example 500K, 20M or 2G; use an upper estimate.");
    }
    return bytes;
  }
}
