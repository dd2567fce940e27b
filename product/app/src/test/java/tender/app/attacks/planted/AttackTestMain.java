package tender.app.attacks.planted;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs single tests in a process of its own: {@code AttackTestMain REPORT CLASS#METHOD…}. The
 * report contains the failures.
 */
final class AttackTestMain {
  static final int PASSED = 0;
  static final int FAILED = 10;

  private AttackTestMain() {}

  public static void main(String[] arguments) throws Exception {
    List<MethodSelector> tests =
        Arrays.stream(arguments).skip(1).map(AttackTestMain::selector).toList();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(tests).build();
    var listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    System.exit(report(listener.getSummary(), tests.size(), Path.of(arguments[0])));
  }

  private static MethodSelector selector(String test) {
    return DiscoverySelectors.selectMethod(method(test).getDeclaringClass(), method(test));
  }

  /** The method of a test, which may have parameters. */
  static Method method(String test) {
    int at = test.indexOf('#');
    String name = test.substring(at + 1);
    Class<?> type =
        ReflectionSupport.tryToLoadClass(test.substring(0, at))
            .getNonNullOrThrow(
                e -> new IllegalArgumentException("There is no test class for " + test, e));
    List<Method> methods =
        ReflectionSupport.findMethods(
            type, method -> method.getName().equals(name), HierarchyTraversalMode.TOP_DOWN);
    if (methods.size() != 1) {
      throw new IllegalArgumentException("There is no test " + test + ", or there are several.");
    }
    return methods.getFirst();
  }

  /** Writes the failures and returns the exit code. A test that did not run is a failure. */
  private static int report(TestExecutionSummary summary, int tests, Path report)
      throws IOException {
    var text = new StringBuilder();
    for (TestExecutionSummary.Failure failure : summary.getFailures()) {
      text.append(failure.getTestIdentifier().getDisplayName())
          .append(": ")
          .append(failure.getException())
          .append('\n');
    }
    boolean isComplete =
        summary.getTestsSucceededCount() >= tests
            && summary.getTestsSkippedCount() + summary.getTestsAbortedCount() == 0;
    if (summary.getTotalFailureCount() == 0 && !isComplete) {
      text.append("Not all tests ran.\n");
    }
    Files.writeString(report, text.toString());
    return summary.getTotalFailureCount() == 0 && isComplete ? PASSED : FAILED;
  }
}
