package tender.agent.batch.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests version 1 with this machine's kernel. Version 2 is tested as far as a kernel with
 * controllers of version 1 allows: processes, their time and their end are real; weights and limits
 * are written to a plain folder.
 */
class ControlGroupsTest {
  private static final HostLimits ONE_PROCESSOR =
      new HostLimits(100, List.of(0), 50, OptionalLong.of(64 << 20));

  @TempDir Path folder;

  @AfterAll
  static void leave() throws IOException {
    TestControlGroups.remove(ControlGroupsTest.class);
  }

  @Tag("slow")
  @Test
  void kernelSharesProcessorByWeight() throws Exception {
    ControlGroups groups = TestControlGroups.open(ControlGroupsTest.class, ONE_PROCESSOR);
    Process ten = spin(groups.createTaskGroup("ten", "0"));
    Process six = spin(groups.createTaskGroup("six", "0"));
    try {
      groups.setShare("ten", 0.625);
      groups.setShare("six", 0.375);
      long tenBefore = groups.usedMillis("ten");
      long sixBefore = groups.usedMillis("six");
      Thread.sleep(8_000);
      double usedByTen = groups.usedMillis("ten") - tenBefore;
      double usedBySix = groups.usedMillis("six") - sixBefore;
      assertThat(usedByTen / (usedByTen + usedBySix)).isCloseTo(0.625, within(0.04));
      assertThat(groups.partGroups()).containsExactly("six", "ten");
    } finally {
      groups.killTask("ten", "0");
      groups.killTask("six", "0");
    }
    assertThat(ten.waitFor()).isEqualTo(137);
    assertThat(six.waitFor()).isEqualTo(137);
    groups.removePartGroup("ten");
    groups.removePartGroup("six");
    assertThat(groups.partGroups()).isEmpty();
    assertThat(groups.usedMillis("ten")).isZero();
  }

  @Test
  void versionTwoKillsAndMeasuresGroups() throws Exception {
    ControlGroupFolder group =
        new ControlGroupFolder(ControlGroupLocator.here().versionTwo())
            .child(TestControlGroups.name(ControlGroupsTest.class));
    group.create();
    Process spinning = spin(List.of(group.processesFile()));
    long timeoutMillis = System.currentTimeMillis() + 20_000;
    while (ControlGroupsV2.usedMillis(group) < 100) {
      assertThat(System.currentTimeMillis()).isLessThan(timeoutMillis);
      Thread.sleep(20);
    }
    assertThat(group.processes()).containsExactly(spinning.pid());
    ControlGroupsV2.kill(group);
    assertThat(spinning.waitFor()).isEqualTo(137);
    assertThat(group.exists()).isFalse();
  }

  @Test
  void versionTwoWritesWeightsAndLimits() throws Exception {
    Path above = Files.createDirectory(folder.resolve("service"));
    ControlGroups groups = new ControlGroupsV2(above, "here", ONE_PROCESSOR);
    Path ours = above.resolve("tender-here");
    assertThat(above.resolve("cgroup.subtree_control")).hasContent("+cpu +pids +memory +cpuset");
    assertThat(ours.resolve("cgroup.subtree_control")).hasContent("+cpu +pids +memory");
    assertThat(ours.resolve("cpu.weight")).hasContent("100");
    assertThat(ours.resolve("cpuset.cpus")).hasContent("0");

    Path task = ours.resolve("tender-ten/tender-0");
    assertThat(groups.createTaskGroup("ten", "0")).containsExactly(task.resolve("cgroup.procs"));
    assertThat(ours.resolve("tender-ten/cgroup.subtree_control")).hasContent("+pids +memory");
    assertThat(task.resolve("pids.max")).hasContent("50");
    assertThat(task.resolve("memory.max")).hasContent(String.valueOf(64 << 20));
    groups.setShare("ten", 0.625);
    assertThat(ours.resolve("tender-ten/cpu.weight")).hasContent("6250");
    groups.setShare("ten", 0.000001);
    assertThat(ours.resolve("tender-ten/cpu.weight")).hasContent("1");
    groups.setShare("unknown", 0.5);
    Files.writeString(ours.resolve("tender-ten/cpu.stat"), "usage_usec 1234567\nuser_usec 1\n");
    assertThat(groups.usedMillis("ten")).isEqualTo(1_234);
    assertThat(groups.usedMillis("unknown")).isZero();
    assertThat(groups.partGroups()).containsExactly("ten");
  }

  @Test
  void groupsOfTheAgentAreFound() throws Exception {
    var hybrid =
        new ControlGroupLocator(
            List.of(
                "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,relatime,cpu,cpuacct 0 0",
                "cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0",
                "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0"),
            List.of("4:cpu,cpuacct:/user/ann", "3:pids:/", "0::/user.slice/ann"));
    assertThat(hybrid.versionOne())
        .containsEntry("cpu", Path.of("/sys/fs/cgroup/cpu,cpuacct/user/ann"))
        .containsEntry("cpuacct", Path.of("/sys/fs/cgroup/cpu,cpuacct/user/ann"))
        .containsEntry("pids", Path.of("/sys/fs/cgroup/pids"));
    assertThat(hybrid.versionTwo()).isEqualTo(Path.of("/sys/fs/cgroup/unified/user.slice/ann"));
    assertThatThrownBy(() -> new ControlGroupLocator(List.of(), List.of("0::/")).requireUsable())
        .hasMessageContaining("This machine has no control groups");
    assertThatThrownBy(
            () ->
                new ControlGroupLocator(
                        List.of("cgroup2 /absent cgroup2 rw 0 0"), List.of("0::/task"))
                    .requireUsable())
        .hasMessage("The control group /absent/task cannot be changed by this account.");
    assertThatThrownBy(() -> new ControlGroupLocator(List.of(), List.of("0::/")).versionTwo())
        .isInstanceOf(IOException.class);
  }

  @Test
  void agentMovesIntoChildGroup() throws Exception {
    Path service = Files.createDirectory(folder.resolve("tender.service"));
    Files.writeString(service.resolve("cgroup.procs"), "77\n");
    Files.writeString(service.resolve("cgroup.type"), "domain\n");
    assertThat(AgentGroupRelocation.relocate(service)).isEqualTo(service);
    assertThat(service.resolve("agent/cgroup.procs")).hasContent("77");
    assertThat(AgentGroupRelocation.relocate(service.resolve("agent"))).isEqualTo(service);
  }

  @Test
  void missingControllerIsReported() {
    assertThatThrownBy(() -> new ControlGroupsV1(java.util.Map.of(), "here", ONE_PROCESSOR))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("'cpu'");
  }

  @Test
  void tasksNeverRunAsRoot() {
    assertThatThrownBy(() -> TaskUser.find(java.util.Optional.empty()))
        .hasMessageContaining("host.task_user");
    assertThatThrownBy(() -> TaskUser.find(java.util.Optional.of("root")))
        .hasMessageContaining("is root");
    assertThatThrownBy(() -> TaskUser.find(java.util.Optional.of("no-such-user")))
        .hasMessageContaining("no such user");
    assertThatThrownBy(() -> TaskUser.find(java.util.Optional.of("nobody; reboot")))
        .hasMessageContaining("not a valid user name");
  }

  private static Process spin(List<Path> processesFiles) throws IOException {
    var command = new ArrayList<>(List.of("/bin/sh", "-c"));
    StringBuilder enter = new StringBuilder();
    processesFiles.forEach(file -> enter.append("echo $$ >").append(file).append("; "));
    command.add(enter + "while :; do :; done");
    return new ProcessBuilder(command).start();
  }
}
