package tender.server.engine.agents;

import java.net.URI;
import java.util.List;
import tender.protocol.LargeOutput;
import tender.protocol.OutputUpload;
import tender.server.agents.OutputHandler;
import tender.server.agents.rejection.AgentRejection;
import tender.server.agents.rejection.NotAllowedException;
import tender.server.agents.rejection.NotFoundException;
import tender.server.store.Database;
import tender.server.store.uploads.UploadRejectedException;

/** Receives large outputs of parts, without their content. */
final class OutputReceiver implements OutputHandler {
  private final Database database;

  OutputReceiver(Database database) {
    this.database = database;
  }

  @Override
  public OutputUpload begin(LargeOutput output) {
    if (!database.outputs().isAvailable()) {
      return OutputUpload.UNAVAILABLE;
    }
    if (database.history().placedTasks(output.part()).isEmpty()) {
      throw new NotAllowedException(
          AgentRejection.NO_PART,
          "There is no part " + output.part() + " that could have outputs.");
    }
    try {
      return database
          .outputs()
          .begin(output)
          .map(open -> OutputUpload.open(open.partBytes(), open.tags()))
          .orElse(OutputUpload.STORED);
    } catch (UploadRejectedException e) {
      throw rejection(e);
    }
  }

  @Override
  public URI partUrl(LargeOutput output, int part) {
    requireStore();
    try {
      return database.outputs().partUrl(output, part);
    } catch (UploadRejectedException e) {
      throw rejection(e);
    }
  }

  @Override
  public void complete(LargeOutput output, List<String> tags) {
    requireStore();
    try {
      database.outputs().complete(output, tags);
    } catch (UploadRejectedException e) {
      throw rejection(e);
    }
  }

  private void requireStore() {
    if (!database.outputs().isAvailable()) {
      throw new NotFoundException("This server has no object store.");
    }
  }

  private static RuntimeException rejection(UploadRejectedException e) {
    String message = String.valueOf(e.getMessage());
    return switch (e.reason()) {
      case TOO_MANY, QUOTA_EXCEEDED ->
          new NotAllowedException(AgentRejection.QUOTA_EXCEEDED, message);
      case UNKNOWN, WRONG_PARTS -> new NotFoundException(message);
    };
  }
}
