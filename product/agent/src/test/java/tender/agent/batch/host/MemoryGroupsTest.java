package tender.agent.batch.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Version 2, as files in a plain folder; {@link ProcessMemoryTest} tests version 1. */
class MemoryGroupsTest {
  @TempDir Path mount;

  private Path service;
  private ControlGroupLocator locator;

  @BeforeEach
  void prepare() throws IOException {
    service = Files.createDirectory(mount.resolve("tender.service"));
    Files.writeString(service.resolve("cgroup.type"), "domain\n");
    locator =
        new ControlGroupLocator(
            List.of("cgroup2 " + mount + " cgroup2 rw 0 0"), List.of("0::/tender.service"));
  }

  @Test
  void agentAloneInItsGroupMovesAndLimitsMemory() throws Exception {
    long agent = ProcessHandle.current().pid();
    Files.writeString(service.resolve("cgroup.procs"), agent + "\n");
    MemoryGroups groups = MemoryGroups.open(locator, "here");
    assertThat(groups.kind()).isEqualTo("control groups of version 2");
    assertThat(service.resolve("agent/cgroup.procs")).hasContent("" + agent);
    assertThat(service.resolve("cgroup.subtree_control")).hasContent("+memory");
    Path ours = service.resolve("tender-here");
    assertThat(ours.resolve("cgroup.subtree_control")).hasContent("+memory");

    Path task = Files.createDirectory(ours.resolve("tender-bag.0"));
    Files.createFile(task.resolve("memory.swap.max"));
    assertThat(groups.createTaskGroup("bag.0", 4_096)).isEqualTo(task.resolve("cgroup.procs"));
    assertThat(task.resolve("memory.max")).hasContent("4294967296");
    assertThat(task.resolve("memory.swap.max")).hasContent("0");
    assertThat(groups.processes("bag.0")).isEmpty();
    groups.killTask("unknown");
  }

  @Test
  void otherProcessesOfTheGroupAreNotMoved() throws Exception {
    Files.writeString(service.resolve("cgroup.procs"), "1\n2\n");
    assertThatThrownBy(() -> MemoryGroups.open(locator, "here"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("2 other processes");
    assertThat(service.resolve("agent")).doesNotExist();
  }
}
