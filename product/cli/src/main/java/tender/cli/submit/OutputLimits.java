package tender.cli.submit;

import java.util.Locale;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.results.ResultPack;
import tender.cli.output.OutputOption;

/** Says before submission which outputs of a bag come back. */
final class OutputLimits {
  private OutputLimits() {}

  /** Prints one line if the bag asks for outputs. */
  static void print(OutputOption output, BagDraft draft) {
    if (draft.order().outputs().isEmpty()) {
      return;
    }
    boolean isRequired = draft.order().taskOptions().outputsRequired();
    output.printText(
        page ->
            page.line(
                String.format(
                    Locale.ROOT,
                    "At most %d MiB and %,d files of outputs are delivered per task; a task with"
                        + " more, or without an output, %s.",
                    ResultPack.MAX_OUTPUT_BYTES >> 20,
                    ResultPack.MAX_OUTPUTS,
                    isRequired ? "fails" : "is reported")));
  }
}
