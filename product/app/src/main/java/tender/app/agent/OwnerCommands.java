package tender.app.agent;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tender.agent.owner.OwnerPageAccess;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The owner's commands to a running agent. */
final class OwnerCommands {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private OwnerCommands() {}

  /** What the owner's commands share. */
  abstract static class OwnerCommand extends AgentCommand.ConfiguredCommand {
    OwnerPageAccess key() throws IOException {
      return OwnerPageAccess.read(config().stateDir());
    }

    /** Changes the agent's capacity setting, and prints the new one. */
    Integer changeCapacity(String query) throws IOException, InterruptedException {
      OwnerPageAccess key = key();
      JsonNode setting = send(key, "PUT", "/v1/capacity?" + query);
      int capacity = setting.path("capacity").asInt();
      int processors = setting.path("processors").asInt();
      print(
          setting.path("paused").asBoolean()
              ? "Paused: the agent makes no offers. Promised parts still run."
              : "Active: offering at most " + capacity + " of " + processors + " processors.");
      return 0;
    }

    static JsonNode send(OwnerPageAccess key, String method, String path)
        throws IOException, InterruptedException {
      URI address = key.address().resolve(path);
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .timeout(TIMEOUT)
              .header("Authorization", "Bearer " + key.token())
              .method(method, HttpRequest.BodyPublishers.noBody())
              .build();
      try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        JsonNode body = MAPPER.readTree(response.body());
        if (response.statusCode() != 200) {
          throw new IllegalStateException(
              body.path("detail").asString() + " " + body.path("advice").asString());
        }
        return body;
      } catch (ConnectException e) {
        throw new IllegalStateException(
            "No agent answers at %s, its last known address. Start it with: tender agent run"
                .formatted(key.address()),
            e);
      }
    }
  }

  @Command(
      name = "page",
      description = {
        "Prints a link to the owner's page of a running agent. The link works on this machine"
            + " only and contains a token, so keep it secret.%n",
        "From another machine: ssh -L PORT:127.0.0.1:PORT HOST, with the port of the link."
      })
  static final class Page extends OwnerCommand {
    @Override
    public Integer call() throws IOException {
      print(key().link());
      return 0;
    }
  }

  @Command(name = "pause", description = "Stops making offers. Promised parts still run.")
  static final class Pause extends OwnerCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("paused=true");
    }
  }

  @Command(
      name = "resume",
      description =
          "Makes offers again, from the capacity that the cluster's own users leave free.")
  static final class Resume extends OwnerCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("paused=false");
    }
  }

  @Command(
      name = "set-capacity",
      description =
          "Limits how many processors bags may use. Running tasks continue; promised parts are"
              + " planned again and may become late.")
  static final class SetCapacity extends OwnerCommand {
    @Parameters(
        index = "1",
        paramLabel = "PROCESSORS",
        description = "From 1 to the maximum in the configuration.")
    private int processors;

    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("max_processors=" + processors);
    }
  }

  @Command(
      name = "cancel",
      description = {
        "Stops the tasks of a bag on this cluster, and gives them back to the market.%n",
        "The market places them elsewhere. They do not count as failed, but if the bag becomes late,"
            + " the market counts that against this provider. The agent makes no more offers for"
            + " this bag."
      })
  static final class Cancel extends OwnerCommand {
    @Parameters(
        index = "1",
        paramLabel = "BAG",
        description = "The bag's id, as in the names of its jobs: tender-BAG-...")
    private String bag;

    @Override
    public Integer call() throws IOException, InterruptedException {
      send(key(), "POST", "/v1/bags/" + URLEncoder.encode(bag, StandardCharsets.UTF_8) + "/cancel");
      print("Bag " + bag + " cancelled on this cluster. Its tasks go back to the market.");
      return 0;
    }
  }
}
