package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Control groups of this machine's kernel, with a separate name for each test. */
final class TestControlGroups {
  static final HostLimits LIMITS = new HostLimits(100, List.of(), 200, OptionalLong.empty());

  private TestControlGroups() {}

  static String name(Class<?> test) {
    return test.getSimpleName() + "-" + ProcessHandle.current().pid();
  }

  static ControlGroups open(Class<?> test, HostLimits limits) throws IOException {
    return ControlGroupLocator.here().open(name(test), limits);
  }

  /** Leaves the kernel as it was. */
  static void remove(Class<?> test) throws IOException {
    for (Path parent : ControlGroupLocator.here().versionOne().values()) {
      new ControlGroupFolder(parent).child(name(test)).removeWithChildren();
    }
  }
}
