package tender.app.server;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import tender.server.Server;

/** Runs a server of a market, and does what needs its database. */
@Command(
    name = "server",
    description = "Runs a market: one of several servers on one PostgreSQL database.",
    subcommands = {
      InitCommand.class,
      DoctorCommand.class,
      ServerCommand.Run.class,
      SetRoleCommand.class,
      CertificateCommands.ChangeEncryptionKey.class,
      AuthorityCommands.Authority.class,
      AuthorityCommands.RotateAuthority.class,
      MoveContentCommand.class,
      AuditCommands.Verify.class,
      RestoreCommands.Reconcile.class,
      RestoreCommands.Losses.class
    })
public final class ServerCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without a subcommand, prints the usage. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** Runs a server. */
  @Command(name = "run", description = "Runs a server until it is stopped.")
  static final class Run extends OperatorCommand {
    @Override
    public Integer call() throws IOException, InterruptedException {
      Server server = Server.start(config().requirePrivate(file()));
      // The shutdown hook closes it: the JVM exits when its hooks have finished.
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      out()
          .println(
              "REST on port " + server.restPort() + ", agents on port " + server.agentPort() + ".");
      out().flush();
      new CountDownLatch(1).await();
      return 0;
    }
  }
}
