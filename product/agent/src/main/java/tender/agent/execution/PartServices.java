package tender.agent.execution;

import java.time.Clock;
import java.util.function.Consumer;
import tender.core.provider.state.ProviderEvent;

/**
 * What all parts use to do their work.
 *
 * @param events receives events for core
 * @param eventLoop runs actions on the event loop, to which all parts belong
 */
record PartServices(
    ExecutionSettings settings,
    BatchExecutor executor,
    Clock clock,
    PartListener listener,
    Consumer<ProviderEvent> events,
    Consumer<Runnable> eventLoop) {}
