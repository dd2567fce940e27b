package tender.agent.doctor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import tender.agent.batch.ClusterNodes;
import tender.agent.doctor.installation.AgentInstallation;
import tender.support.doctor.CheckResult;

/** Whether the nodes of a cluster can see the work folder: a local disk is not visible to them. */
public final class WorkFolderSharedCheck extends ClusterCheck {
  private static final Set<String> LOCAL_TYPES =
      Set.of("ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "f2fs");

  public WorkFolderSharedCheck() {
    super("work-folder-shared", List.of(BatchSystemCheck.NAME));
  }

  @Override
  CheckResult runOnCluster(AgentInstallation agent) throws IOException {
    boolean isOneNode =
        agent
            .cluster()
            .nodes()
            .map(ClusterNodes::names)
            .filter(names -> names.size() == 1)
            .isPresent();
    Path folder = agent.config().workDir().toAbsolutePath();
    Path existing = Files.exists(folder) ? folder : folder.getRoot();
    String type = Files.getFileStore(existing).type();
    return isOneNode || !LOCAL_TYPES.contains(type)
        ? CheckResult.ok("%s is on a file system of type %s".formatted(folder, type))
        : CheckResult.warning(
            "%s is on a local file system (%s), which the nodes of the cluster may not see"
                .formatted(folder, type),
            "Name a folder on a shared file system, such as NFS or Lustre, in 'work_dir', unless all nodes are on this machine.");
  }
}
