package tender.agent.batch.host;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** Control groups of this machine's kernel, under a name of a test's own. */
final class TestGroups {
  static final Limits LIMITS = new Limits(100, List.of(), 200, OptionalLong.empty());

  private TestGroups() {}

  static String name(Class<?> test) {
    return test.getSimpleName() + "-" + ProcessHandle.current().pid();
  }

  static ControlGroups open(Class<?> test, Limits limits) throws IOException {
    return Kernel.here().open(name(test), limits);
  }

  /** Leaves the kernel as it was. */
  static void remove(Class<?> test) throws IOException {
    for (Path parent : Kernel.here().versionOne().values()) {
      new GroupFolder(parent).child(name(test)).removeWithChildren();
    }
  }
}
