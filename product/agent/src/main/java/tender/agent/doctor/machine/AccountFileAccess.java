package tender.agent.doctor.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tender.support.doctor.ShortCommand;

/**
 * Which folders an account can read, by their modes: what this process can read says nothing about
 * another account. Access control lists are not read.
 *
 * @param groups the ids of the account's groups
 */
record AccountFileAccess(int user, Set<Integer> groups) {
  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;
  private static final int EXECUTE = 1;
  private static final int READ_AND_EXECUTE = 5;

  /** Empty if there is no such account. */
  static Optional<AccountFileAccess> of(String account) {
    return ids("-u", account)
        .flatMap(
            user ->
                ids("-G", account)
                    .map(groups -> new AccountFileAccess(user.iterator().next(), groups)));
  }

  private static Optional<Set<Integer>> ids(String option, String account) {
    return ShortCommand.run(List.of("id", option, "--", account))
        .filter(result -> result.exitCode() == 0)
        .map(
            result ->
                Arrays.stream(result.output().strip().split(" "))
                    .map(Integer::valueOf)
                    .collect(Collectors.toSet()));
  }

  /** Whether it can list a folder and open what is in it. The path has no links. */
  boolean canRead(Path folder) throws IOException {
    for (Path above = folder.getParent(); above != null; above = above.getParent()) {
      if (!may(above, EXECUTE)) {
        return false;
      }
    }
    return may(folder, READ_AND_EXECUTE);
  }

  private boolean may(Path folder, int wanted) throws IOException {
    int shift =
        attribute(folder, "uid") == user
            ? OWNER_SHIFT
            : groups.contains(attribute(folder, "gid")) ? GROUP_SHIFT : 0;
    return user == 0 || ((attribute(folder, "mode") >> shift) & wanted) == wanted;
  }

  private static int attribute(Path folder, String name) throws IOException {
    return (Integer) Files.getAttribute(folder, "unix:" + name);
  }
}
