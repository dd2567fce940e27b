package tender.agent.container;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tender.agent.batch.folder.Sandbox;

/**
 * The command that runs a task with Apptainer, in the unpacked image. It is not used yet: the
 * setting is refused until it has been tried with a real Apptainer.
 *
 * @param sandbox the owner's settings: network, and folders of the node that tasks can read
 */
record ApptainerCommand(Sandbox sandbox) {
  /**
   * The command line.
   *
   * @param root the root folder of the image
   * @param environment the variables of the image
   * @param readOnly files that the task can read, at their own paths
   * @param folder the task's working folder
   */
  List<String> of(
      Path root,
      Map<String, String> environment,
      List<Path> readOnly,
      Path folder,
      List<String> command) {
    var line = new ArrayList<String>(List.of("apptainer", "--quiet", "exec"));
    // Nothing of the node, no variables of the agent, and no home folder.
    line.addAll(List.of("--containall", "--cleanenv", "--no-home", "--no-mount", "bind-paths"));
    line.addAll(List.of("--no-privs", "--writable-tmpfs"));
    if (!sandbox.network()) {
      line.addAll(List.of("--net", "--network", "none"));
    }
    environment.forEach((name, value) -> line.addAll(List.of("--env", name + "=" + value)));
    sandbox.readOnly().forEach(path -> line.addAll(List.of("--bind", path + ":" + path + ":ro")));
    sandbox
        .existingDatasets()
        .forEach(path -> line.addAll(List.of("--bind", path + ":" + path + ":ro")));
    readOnly.forEach(path -> line.addAll(List.of("--bind", path + ":" + path + ":ro")));
    line.addAll(List.of("--bind", folder + ":" + folder, "--pwd", folder.toString()));
    line.add(root.toString());
    line.addAll(command);
    return line;
  }
}
