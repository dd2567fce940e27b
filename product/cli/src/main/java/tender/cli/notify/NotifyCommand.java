package tender.cli.notify;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands for the user's notifications. */
@Command(
    name = "notify",
    sortOptions = false,
    description = {
      "Notifies you of your bags, by webhooks and e-mail.%n",
      "Events are promised, late (by the forecasts the bag will end after the promise),"
          + " promise-broken, tasks-failed (after all attempts), done, ended (before all tasks"
          + " had), and budget (80%% of the bag's budget are spent). Each comes at most once for a"
          + " bag. Managers of a project get project-budget when 80%% and 100%% of its budget are"
          + " held or spent."
    },
    subcommands = {
      NotifyListCommand.class,
      NotifyWebhookCommand.class,
      NotifyEmailCommand.class,
      NotifyConfirmCommand.class,
      NotifyTestCommand.class,
      NotifyDeliveriesCommand.class,
      NotifyRemoveCommand.class
    })
public final class NotifyCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
