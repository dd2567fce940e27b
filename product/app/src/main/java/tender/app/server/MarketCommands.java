package tender.app.server;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import tender.cli.output.JsonOutput;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.core.model.BagId;
import tender.core.model.Money;
import tender.core.model.OrganisationId;
import tender.server.MarketAdministration;
import tender.server.api.view.BagView;
import tender.server.bags.OperatorService;
import tender.server.model.BagPhase;
import tender.server.model.UserId;
import tender.server.store.identity.RegisteredUser;
import tender.support.input.Printable;
import tender.support.text.InputChecks;

/** The operator's commands to look at a market and to intervene. */
final class MarketCommands {
  private MarketCommands() {}

  private static BigDecimal credits(Money amount) {
    return new BigDecimal(amount.toString());
  }

  private static String local(@Nullable Instant instant) {
    return instant == null ? "–" : TimeFormat.local(instant);
  }

  private static List<String> names(List<OrganisationId> organisations) {
    return organisations.stream().map(OrganisationId::value).toList();
  }

  private static String joined(List<String> organisations) {
    return Printable.of(String.join(", ", organisations));
  }

  /** Lists all users. */
  @Command(
      name = "users",
      sortOptions = false,
      description = "Lists all users of the market, with their balances and numbers of bags.")
  static final class Users extends OperatorCommand {
    @Mixin private OutputOption output;

    /** A user in JSON. */
    record User(
        String user,
        boolean access,
        BigDecimal balance,
        long bags,
        @Nullable Instant lastBag,
        List<String> organisations) {
      static User of(RegisteredUser one) {
        return new User(
            one.id().value(),
            one.hasToken(),
            credits(one.balance()),
            one.bags(),
            one.lastBagMillis().isPresent()
                ? Instant.ofEpochMilli(one.lastBagMillis().getAsLong())
                : null,
            names(one.organisations()));
      }
    }

    /** The output. */
    record UserList(List<User> users) {}

    @Override
    public Integer call() throws IOException {
      List<User> users = MarketAdministration.users(config()).stream().map(User::of).toList();
      output.print(
          () -> new UserList(users),
          page -> {
            if (users.isEmpty()) {
              page.line("This market has no users yet. Add one with: tender server add-user");
              return;
            }
            page.table(
                new Table<User>()
                    .text("USER", one -> Printable.of(one.user()))
                    .text("ACCESS", one -> one.access() ? "yes" : "revoked")
                    .number("BALANCE", User::balance)
                    .number("BAGS", User::bags)
                    .text("LAST BAG", one -> local(one.lastBag()))
                    .text("ORGANISATIONS", one -> joined(one.organisations())),
                users);
          });
      return 0;
    }
  }

  /** Lists all providers. */
  @Command(
      name = "providers",
      sortOptions = false,
      description = "Lists all providers of the market, and how they have kept their promises.")
  static final class Providers extends OperatorCommand {
    @Mixin private OutputOption output;

    /** A provider in JSON. */
    record Provider(String provider, String state, int kept, int late, List<String> organisations) {
      static Provider of(MarketAdministration.ListedProvider one) {
        return new Provider(
            one.provider().id().value(),
            one.provider().isRevoked() ? "revoked" : one.connected() ? "connected" : "offline",
            one.trackRecord().kept(),
            one.trackRecord().late(),
            names(one.provider().organisations()));
      }
    }

    /** The output. */
    record ProviderList(List<Provider> providers) {}

    @Override
    public Integer call() throws IOException {
      List<Provider> providers =
          MarketAdministration.providers(config()).stream().map(Provider::of).toList();
      output.print(
          () -> new ProviderList(providers),
          page -> {
            if (providers.isEmpty()) {
              page.line(
                  "This market has no providers yet. Add one with: tender server add-provider");
              return;
            }
            page.table(
                new Table<Provider>()
                    .text("PROVIDER", one -> Printable.of(one.provider()))
                    .text("STATE", Provider::state)
                    .number("IN TIME", Provider::kept)
                    .number("LATE", Provider::late)
                    .text("ORGANISATIONS", one -> joined(one.organisations())),
                providers);
          });
      return 0;
    }
  }

  /** Lists bags of all users. */
  @Command(
      name = "bags",
      sortOptions = false,
      description = "Lists the newest bags of all users, or those that match the options.")
  static final class Bags extends OperatorCommand {
    private static final int MAX_LIMIT = 10_000;

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

    @Mixin private OutputOption output;

    /** A bag in JSON. */
    record Bag(
        String bag,
        String user,
        String name,
        String state,
        int tasks,
        int done,
        int failed,
        BigDecimal paid,
        Instant submitted,
        @Nullable Instant ended) {
      static Bag of(OperatorService.OwnedBag one) {
        BagView view = one.view();
        return new Bag(
            view.id().value(),
            one.user().value(),
            view.name(),
            JsonOutput.name(view.state()),
            view.tasks(),
            view.done(),
            view.failedTasks(),
            credits(view.paid()),
            Instant.ofEpochMilli(view.submittedMillis()),
            view.endedMillis().isPresent()
                ? Instant.ofEpochMilli(view.endedMillis().getAsLong())
                : null);
      }
    }

    /** The output. */
    record BagList(List<Bag> bags) {}

    @Override
    public Integer call() throws IOException {
      if (limit < 1 || limit > MAX_LIMIT) {
        throw new ParameterException(
            spec.commandLine(), "--limit is " + limit + ", but must be from 1 to " + MAX_LIMIT);
      }
      OperatorService.BagFilter filter =
          new OperatorService.BagFilter(
              Optional.ofNullable(user).map(UserId::new), phase(), Optional.ofNullable(search));
      List<Bag> bags =
          MarketAdministration.withAllBags(config(), service -> service.list(filter, limit))
              .stream()
              .map(Bag::of)
              .toList();
      output.print(
          () -> new BagList(bags),
          page -> {
            if (bags.isEmpty()) {
              page.line("No bags match.");
              return;
            }
            page.table(
                new Table<Bag>()
                    .text("BAG", Bag::bag)
                    .text("USER", one -> Printable.of(one.user()))
                    .text("NAME", one -> Printable.of(one.name()))
                    .text("STATE", Bag::state)
                    .number("ENDED", one -> one.done() + "/" + one.tasks())
                    .number("FAILED", Bag::failed)
                    .number("PAID", Bag::paid)
                    .text("SUBMITTED", one -> local(one.submitted())),
                bags,
                one -> one.failed() > 0);
          });
      return 0;
    }

    private Optional<BagPhase> phase() {
      if (state == null) {
        return Optional.empty();
      }
      return Optional.of(
          Arrays.stream(BagPhase.values())
              .filter(phase -> JsonOutput.name(phase).equals(state))
              .findFirst()
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "--state is '%s', but must be one of %s"
                              .formatted(
                                  state,
                                  Arrays.stream(BagPhase.values())
                                      .map(JsonOutput::name)
                                      .collect(Collectors.joining(", "))))));
    }
  }

  /** Cancels a user's bag. */
  @Command(
      name = "cancel",
      sortOptions = false,
      description = {
        "Cancels a bag of any user, as the user could.%n",
        "Providers stop its tasks. Results that have arrived are kept."
      })
  static final class Cancel extends OperatorCommand {
    private static final int MAX_REASON_LENGTH = 200;

    @Parameters(index = "1", paramLabel = "BAG", description = "The bag's id.")
    private String bag;

    @Option(
        names = "--reason",
        required = true,
        paramLabel = "TEXT",
        description = "Why, in at most 200 characters. The user sees it in the bag's history.")
    private String reason = "";

    @Override
    public Integer call() throws IOException {
      BagId id = new BagId(bag);
      InputChecks.printable(reason, MAX_REASON_LENGTH, "--reason");
      return MarketAdministration.withAllBags(config(), service -> cancel(service, id));
    }

    private Integer cancel(OperatorService service, BagId id) {
      try {
        boolean done = service.cancel(id, reason);
        Optional<OperatorService.OwnedBag> found = service.find(id);
        return report(
            done,
            "Bag %s of user '%s' cancelled. Providers stop its tasks within a few seconds."
                .formatted(id, found.map(one -> one.user().value()).orElse("")),
            found
                .map(
                    one ->
                        "Bag %s has already ended: %s. Nothing was changed."
                            .formatted(id, JsonOutput.name(one.view().state())))
                .orElse("Bag %s does not exist. tender server bags lists all bags.".formatted(id)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("Interrupted while cancelling bag " + id + ".", e);
      }
    }
  }
}
