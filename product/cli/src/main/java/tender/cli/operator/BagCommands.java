package tender.cli.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tender.cli.client.ServerOption;
import tender.cli.client.response.BagResponse;
import tender.cli.client.response.OperatorResponses.OwnedBag;
import tender.cli.client.response.OperatorResponses.OwnedBags;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.support.input.Printable;

/** Commands for the bags of all users. */
final class BagCommands {
  private BagCommands() {}

  /** Lists bags of all users. */
  @Command(
      name = "bags",
      sortOptions = false,
      description = "Lists the newest bags of all users, or those that match the options.")
  static final class Bags implements Runnable {
    private static final int MAX_LIMIT = 10_000;
    private static final int MAX_PAGE = 200;

    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Option(names = "--user", paramLabel = "USER", description = "Only bags of this user.")
    private @Nullable String user;

    @Option(
        names = "--state",
        paramLabel = "STATE",
        description = "Only bags in this state, such as running, done or given-up.")
    private @Nullable String state;

    @Option(
        names = "--search",
        paramLabel = "TEXT",
        description = "Only bags with this text in their id, name or user.")
    private @Nullable String search;

    @Option(
        names = {"-n", "--limit"},
        paramLabel = "COUNT",
        description = "How many bags at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 50;

    @Spec private CommandSpec spec;

    /** The output. */
    record BagList(List<OwnedBag> bags) {}

    @Override
    public void run() {
      if (limit < 1 || limit > MAX_LIMIT) {
        throw new ParameterException(
            spec.commandLine(), "--limit is " + limit + ", but must be from 1 to " + MAX_LIMIT);
      }
      List<OwnedBag> bags = find();
      output.print(
          () -> new BagList(bags),
          page -> {
            if (bags.isEmpty()) {
              page.line("No bags match.");
              return;
            }
            page.table(
                new Table<OwnedBag>()
                    .text("BAG", one -> one.bag().id())
                    .text("USER", one -> Printable.of(one.user()))
                    .text("NAME", one -> Printable.of(one.bag().name()))
                    .text("STATE", one -> one.bag().state())
                    .number("ENDED", one -> one.bag().done() + "/" + one.bag().tasks())
                    .number("FAILED", one -> failed(one.bag()))
                    .number("PAID", one -> one.bag().paid())
                    .text("SUBMITTED", one -> ListText.local(one.bag().submitted())),
                bags,
                one -> failed(one.bag()) > 0);
          });
    }

    private List<OwnedBag> find() {
      List<OwnedBag> bags = new ArrayList<>();
      Optional<String> cursor = Optional.empty();
      do {
        OwnedBags page =
            server
                .operatorClient()
                .bags(
                    Optional.ofNullable(user),
                    Optional.ofNullable(state),
                    Optional.ofNullable(search),
                    cursor,
                    Math.min(MAX_PAGE, limit - bags.size()));
        bags.addAll(page.bags());
        cursor = Optional.ofNullable(page.next());
      } while (cursor.isPresent() && bags.size() < limit);
      return bags;
    }

    private static int failed(BagResponse bag) {
      return bag.failed().stream().mapToInt(BagResponse.Failed::count).sum();
    }
  }

  /** Cancels a user's bag. */
  @Command(
      name = "cancel",
      sortOptions = false,
      description = {
        "Cancels a bag of any user, as the user could.%n",
        "Providers stop its tasks within a few seconds. Results that have arrived are kept."
      })
  static final class Cancel implements Runnable {
    @Mixin private ServerOption server;
    @Mixin private OutputOption output;

    @Parameters(index = "0", paramLabel = "BAG", description = "The bag's id.")
    private String bag = "";

    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "Why, in at most 200 characters. The user sees it in the bag's history.")
    private String reason = "";

    @Override
    public void run() {
      OwnedBag cancelled = server.operatorClient().cancel(bag, reason);
      output.print(
          () -> cancelled,
          page ->
              page.line(
                  "Bag %s of user '%s' cancelled."
                      .formatted(cancelled.bag().id(), Printable.of(cancelled.user()))));
    }
  }
}
