package tender.agent.doctor.machine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tender.agent.DatasetsSection;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;
import tender.support.doctor.NamedCheck;
import tender.support.text.Plural;

/** Whether the folders of datasets exist, and accounts of the agent and of tasks can read them. */
public final class DatasetsCheck extends NamedCheck<AgentInstallation> {
  public static final String NAME = "datasets";

  public DatasetsCheck() {
    super(NAME, List.of(TaskAccountCheck.NAME));
  }

  @Override
  public CheckResult run(AgentInstallation agent) throws IOException {
    SortedMap<String, Path> folders =
        agent.config().datasets().map(DatasetsSection::folders).orElse(new TreeMap<>());
    if (folders.isEmpty()) {
      return CheckResult.ok("tasks can read no datasets");
    }
    for (Map.Entry<String, Path> dataset : folders.entrySet()) {
      Optional<CheckResult> problem = problem(agent, dataset.getKey(), dataset.getValue());
      if (problem.isPresent()) {
        return problem.get();
      }
    }
    return CheckResult.ok(
        "tasks can read %s: %s"
            .formatted(Plural.of(folders.size(), "dataset"), String.join(", ", folders.keySet())));
  }

  private static Optional<CheckResult> problem(AgentInstallation agent, String name, Path folder)
      throws IOException {
    Optional<String> unusable = DatasetsSection.problem(agent.config(), folder);
    if (unusable.isPresent()) {
      return Optional.of(
          CheckResult.fault(
              "'datasets.%s' is %s, %s".formatted(name, folder, unusable.get()),
              "Create or mount the folder, name another one, or remove the dataset from the setting 'datasets'."));
    }
    Path real = folder.toRealPath();
    for (String account : accounts(agent)) {
      Optional<AccountFileAccess> access = AccountFileAccess.of(account);
      if (access.isPresent() && !access.get().canRead(real)) {
        return Optional.of(
            CheckResult.warning(
                "'datasets.%s' is %s, which account '%s' may not read, by its mode and those of the folders above"
                    .formatted(name, folder, account),
                "As root: setfacl -R -m u:%s:rX %s, and let the account pass the folders above; ignore this if an access control list allows it."
                    .formatted(account, real)));
      }
    }
    return Optional.empty();
  }

  /** The agent reads datasets to answer calls, and tasks read them when they run. */
  private static List<String> accounts(AgentInstallation agent) {
    var accounts = new ArrayList<String>(List.of(agent.user()));
    accounts.addAll(TaskAccountCheck.taskAccounts(agent.config()));
    return accounts;
  }
}
