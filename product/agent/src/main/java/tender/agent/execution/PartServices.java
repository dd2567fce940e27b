package tender.agent.execution;

import java.nio.file.Path;
import java.time.Clock;
import java.util.function.Consumer;
import tender.core.provider.state.ProviderEvent;

/**
 * What all parts use to do their work.
 *
 * @param usageFolder where the measured usage of parts is recorded
 * @param events receives events for core
 * @param eventLoop runs actions on the event loop, to which all parts belong
 */
record PartServices(
    ExecutionSettings settings,
    BatchExecutor executor,
    Path usageFolder,
    Clock clock,
    PartListener listener,
    Consumer<ProviderEvent> events,
    Consumer<Runnable> eventLoop) {}
