package tender.cli.submit;

import java.util.UUID;
import picocli.CommandLine;
import tender.bagfile.reader.BagDraft;
import tender.bagfile.reader.LocalBag;
import tender.cli.client.MarketClient;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.inspect.BagOutcome;
import tender.cli.output.OutputOption;

/** Submits a bag of this machine, from the upload of its inputs to its promise or its end. */
record Submission(
    ServerOption server, AcceptOptions accept, OutputOption output, CommandLine command) {
  /**
   * Submits a bag; with {@code waits}, waits for its end.
   *
   * @return the exit code
   */
  int submit(LocalBag local, String optimise, boolean waits) {
    BagDraft draft = local.draft();
    if (!draft.usesAuction()) {
      accept.requireInteractiveTerminal(output);
    }
    MarketClient client = server.client();
    InputUpload.send(client, local, command);
    OutputLimits.print(output, draft);
    boolean quoteFirst = accept.asksUser() && !draft.usesAuction();
    BagResponse submitted =
        client.submit(UUID.randomUUID().toString(), draft, quoteFirst, optimise);
    RequestWarnings.print(client, server.err(), submitted);
    BagResponse bag =
        draft.usesAuction()
            ? submitted
            : new Negotiation(client, output, server.err(), accept).conclude(submitted);
    return new BagOutcome(client, output, command).finish(bag, waits);
  }
}
