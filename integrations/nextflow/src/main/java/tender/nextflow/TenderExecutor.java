package tender.nextflow;

import java.io.IOException;
import java.io.UncheckedIOException;
import nextflow.executor.Executor;
import nextflow.processor.TaskHandler;
import nextflow.processor.TaskMonitor;
import nextflow.processor.TaskPollingMonitor;
import nextflow.processor.TaskRun;
import nextflow.util.Duration;
import nextflow.util.ServiceName;
import org.pf4j.ExtensionPoint;

/** Runs the tasks of processes with {@code executor 'tender'}. */
@ServiceName("tender")
public class TenderExecutor extends Executor implements ExtensionPoint {
  /** Unless executor.queueSize says otherwise. Bags can be large only if this is. */
  private static final int QUEUE_SIZE = 10_000;

  private Broker broker;
  private Settings settings;

  /** Called by Nextflow before the first task. */
  @Override
  protected void register() {
    super.register();
    try {
      settings = Settings.of(getSession().getConfig(), System.getenv());
      BrokerFolder folder = new BrokerFolder(getWorkDir().resolve(".tender"));
      broker = new Broker(new Market(settings.server(), settings.token()), settings, folder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The executor 'tender' cannot write to "
              + getWorkDir()
              + ". Use a work folder on a file system that the clusters share.",
          e);
    }
    broker.start();
    getSession().onShutdown(broker::close);
  }

  @Override
  protected TaskMonitor createTaskMonitor() {
    return TaskPollingMonitor.create(getSession(), getName(), QUEUE_SIZE, Duration.of("1s"));
  }

  @Override
  public TaskHandler createTaskHandler(TaskRun task) {
    return new TenderTaskHandler(task, broker, settings.defaultTimeMillis());
  }
}
