package tender.agent.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tender.agent.Await;
import tender.agent.files.BagInputs;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.message.Message;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.core.model.TaskSet;

/** What the agent deletes of bags that were deleted at the market. */
@Timeout(120)
class DeletedBagCleanerTest {
  private static final BagId BAG = new BagId("bag7");
  private static final BagId OTHER = new BagId("bag8");

  @TempDir private Path folder;

  private Path work(String path) {
    return folder.resolve("work").resolve(path);
  }

  private static WorkOrder order(String command, List<InputFile> inputs) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "work",
        command,
        new TaskList.Count(1),
        Optional.empty(),
        inputs,
        List.of("*.dat"),
        1,
        1_000,
        0,
        Optional.empty());
  }

  /** A site where a bag has ended, and a large output of it was kept. */
  private TestSite siteWithKeptOutput() throws Exception {
    var site = new TestSite(folder, TestSite.TERMS, order("truncate -s 40000000 a.dat", List.of()));
    ReservationId part = site.runToEnd(BAG);
    site.agent.received(new Message.ResultsAccepted(part, TaskSet.first(1)));
    Await.until("the end of the part", () -> !Files.exists(work("bags/bag7/1.1")));
    assertThat(work("kept/bag7/1.1/0/a.dat")).exists();
    return site;
  }

  private long journalFiles() {
    try (Stream<Path> files = Files.list(folder.resolve("state/journal"))) {
      return files.filter(file -> file.toString().endsWith(".json")).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void ask(TestSite site) {
    site.agent.polling.deletedBags().deleteAll();
  }

  @Test
  void keptOutputsAndRecordsOfDeletedBagsAreDeletedAndThoseOfOthersStay() throws Exception {
    try (TestSite site = siteWithKeptOutput()) {
      Path other = Files.createDirectories(work("kept/bag8/1.1/0")).resolve("a.dat");
      Files.writeString(other, "content");
      ask(site);
      assertThat(work("kept/bag7/1.1/0/a.dat")).exists();
      assertThat(journalFiles()).isEqualTo(1);

      site.market.deleted.add(BAG);
      ask(site);
      assertThat(work("kept/bag7")).doesNotExist();
      assertThat(journalFiles()).isZero();
      assertThat(other).exists();
      assertThat(site.market.confirmed).containsExactly(BAG);
      ask(site);
      assertThat(site.market.confirmed).as("named no more").containsExactly(BAG);
    }
  }

  @Test
  void idleAgentDeletesKeptOutputsWhoseTimeIsOver() throws Exception {
    try (TestSite site = siteWithKeptOutput()) {
      site.agent.polling.deletedBags().deleteExpiredOutputs();
      assertThat(work("kept/bag7/1.1/0/a.dat")).exists();
      Files.setLastModifiedTime(work("kept/bag7/1.1"), FileTime.fromMillis(0));
      site.agent.polling.deletedBags().deleteExpiredOutputs();
      assertThat(work("kept/bag7/1.1")).doesNotExist();
    }
  }

  /** Also an agent that crashed between the answer and the deletion, or after it. */
  @Test
  void agentDeletesAndConfirmsAgainUntilTheMarketKnows() throws Exception {
    try (TestSite site = siteWithKeptOutput()) {
      site.market.deleted.add(BAG);
      site.market.losesConfirmations = true;
      ask(site);
      ask(site);
      assertThat(site.market.confirmed).containsExactly(BAG, BAG);
      site.restart();
      site.market.losesConfirmations = false;
      ask(site);
      assertThat(site.market.confirmed).containsExactly(BAG, BAG, BAG);
      assertThat(site.market.deleted).isEmpty();
      assertThat(work("kept/bag7")).doesNotExist();
    }
  }

  /** Its messages expired while the agent was offline, so that no message stopped the part. */
  @Test
  void partOfABagThatWasDeletedWhileTheAgentWasOfflineIsStopped() throws Exception {
    try (TestSite site =
        new TestSite(folder, TestSite.TERMS, order("touch begun; sleep 1000", List.of()))) {
      site.commit(BAG);
      Await.until("the task", () -> Files.exists(work("bags/bag7/1.1")));
      site.market.deleted.add(BAG);
      site.market.isConnected = false;
      assertThatThrownBy(() -> ask(site)).hasMessageContaining("not connected");
      assertThat(journalFiles()).isEqualTo(1);

      site.market.isConnected = true;
      ask(site);
      assertThat(site.market.confirmed).as("its task is being stopped").isEmpty();
      assertThat(journalFiles()).isZero();
      Await.until("the end of the part", () -> !Files.exists(work("bags/bag7")));
      ask(site);
      assertThat(site.market.confirmed).containsExactly(BAG);
    }
  }

  @Test
  void foldersThatAFailureHasLeftAndInputsOfNoOtherBagAreDeleted() throws Exception {
    InputFile own = input("own");
    InputFile shared = input("shared");
    try (TestSite site = new TestSite(folder, TestSite.TERMS, order("true", List.of()))) {
      var inputs =
          new BagInputs(
              folder.resolve("work"),
              (bag, digest, to) ->
                  Files.writeString(to, digest.equals(own.digest()) ? "own" : "shared"));
      inputs.prepare(BAG, order("true", List.of(own, shared)), work("bags/bag7/inputs"));
      inputs.prepare(OTHER, order("true", List.of(shared)), work("bags/bag8/inputs"));
      site.market.deleted.add(BAG);
      ask(site);
      assertThat(work("bags/bag7")).doesNotExist();
      assertThat(cached(own)).as("used within the last hour").exists();
      assertThat(site.market.confirmed).isEmpty();

      Files.setLastModifiedTime(cached(own), FileTime.fromMillis(0));
      Files.setLastModifiedTime(cached(shared), FileTime.fromMillis(0));
      ask(site);
      assertThat(cached(own)).doesNotExist();
      assertThat(cached(shared)).exists();
      assertThat(work("bags/bag8/inputs/shared")).exists();
      assertThat(site.market.confirmed).containsExactly(BAG);
    }
  }

  /** The market is not trusted with other folders of the site. */
  @Test
  void bagIdThatLeadsToAnotherFolderDeletesNothing() throws Exception {
    try (TestSite site = siteWithKeptOutput()) {
      for (String id : List.of("../../state", "..", ".", "/", "bag7/1.1", "../kept/bag7")) {
        site.market.deleted.add(new BagId(id));
      }
      ask(site);
      assertThat(site.market.confirmed).isEmpty();
      assertThat(work("kept/bag7/1.1/0/a.dat")).exists();
      assertThat(work("bags")).exists();
      assertThat(journalFiles()).isEqualTo(1);
    }
  }

  private static InputFile input(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return new InputFile(new RelativePath(text), Digest.of(content), content.length, false);
  }

  private Path cached(InputFile input) {
    return work("blobs").resolve(input.digest().hex());
  }
}
