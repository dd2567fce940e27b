package tender.app.agent;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.agent.AgentConfig;
import tender.agent.owner.OwnerPageAccess;
import tender.support.config.YamlConfigReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a cluster's owner says to the agent that runs. */
final class OwnerCommands {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private OwnerCommands() {}

  /** What these commands have in common. */
  abstract static class OwnerCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "The agent's settings, in YAML.")
    private Path file;

    @Spec private CommandSpec spec;

    OwnerPageAccess key() throws IOException {
      return OwnerPageAccess.read(YamlConfigReader.read(file, AgentConfig.class).state());
    }

    void print(String line) {
      spec.commandLine().getOut().println(line);
    }

    /** Tells the agent what is wanted, and says what is so then. */
    Integer changeCapacity(String query) throws IOException, InterruptedException {
      OwnerPageAccess key = key();
      JsonNode now = send(key, "/v1/giving?" + query);
      int given = now.path("given").asInt();
      int processors = now.path("processors").asInt();
      print(
          now.path("paused").asBoolean()
              ? "Paused: nothing more is offered. What was promised is done all the same."
              : "Offering, at most " + given + " of " + processors + " processors at a time.");
      return 0;
    }

    private static JsonNode send(OwnerPageAccess key, String path)
        throws IOException, InterruptedException {
      URI address = key.address().resolve(path);
      HttpRequest request =
          HttpRequest.newBuilder(address)
              .timeout(LONGEST_WAIT)
              .header("Authorization", "Bearer " + key.token())
              .PUT(HttpRequest.BodyPublishers.noBody())
              .build();
      try (HttpClient client = HttpClient.newBuilder().connectTimeout(LONGEST_WAIT).build()) {
        HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
        JsonNode body = MAPPER.readTree(response.body());
        if (response.statusCode() != 200) {
          throw new IllegalStateException(
              body.path("detail").asString() + " " + body.path("advice").asString());
        }
        return body;
      } catch (ConnectException e) {
        throw new IllegalStateException(
            "No agent answers at "
                + key.address()
                + ", where it last was. Start it with: tender agent run",
            e);
      }
    }
  }

  @Command(
      name = "page",
      description = {
        "Prints a link to the owner's page of an agent that runs. It is for this machine only, and"
            + " holds a token, so keep it.%n",
        "From elsewhere: ssh -L PORT:127.0.0.1:PORT HOST, with the port of the link."
      })
  static final class Page extends OwnerCommand {
    @Override
    public Integer call() throws IOException {
      print(key().link());
      return 0;
    }
  }

  @Command(
      name = "pause",
      description = "Offers nothing more. What was promised is done all the same.")
  static final class Pause extends OwnerCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("paused=true");
    }
  }

  @Command(name = "resume", description = "Offers again what the cluster's own users leave free.")
  static final class Resume extends OwnerCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("paused=false");
    }
  }

  @Command(
      name = "give",
      description =
          "Lets bags use at most so many processors at a time, from now on. Tasks that run go on;"
              + " parts that are promised are planned anew, and may become late.")
  static final class SetCapacity extends OwnerCommand {
    @Parameters(
        index = "1",
        paramLabel = "PROCESSORS",
        description = "From 1 to as many as the settings allow.")
    private int processors;

    @Override
    public Integer call() throws IOException, InterruptedException {
      return changeCapacity("processors=" + processors);
    }
  }
}
