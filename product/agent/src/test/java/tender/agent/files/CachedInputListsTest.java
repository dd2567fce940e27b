package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;

/** The cached inputs of deleted bags. */
class CachedInputListsTest {
  private static final long NOW_MILLIS = 100 * Time.DAY_MILLIS;
  private static final BagId A = new BagId("a");
  private static final BagId B = new BagId("../b");

  @TempDir private Path work;
  private CachedInputLists lists;

  @BeforeEach
  void createCache() throws IOException {
    Files.createDirectories(BlobCache.folder(work));
    lists = new CachedInputLists(work);
  }

  private void store(BagId bag, String... inputs) throws IOException {
    lists.store(bag, order(inputs));
    for (String input : inputs) {
      Files.writeString(file(input), input);
      setUsed(input, 2);
    }
  }

  private void setUsed(String input, int hoursAgo) throws IOException {
    Files.setLastModifiedTime(
        file(input), FileTime.fromMillis(NOW_MILLIS - hoursAgo * Time.HOUR_MILLIS));
  }

  private Path file(String input) {
    return BlobCache.file(BlobCache.folder(work), Digest.of(input.getBytes(UTF_8)));
  }

  private List<Path> storedLists() throws IOException {
    try (Stream<Path> files = Files.list(work.resolve("input-lists"))) {
      return files.toList();
    }
  }

  @Test
  void inputStaysUntilItsLastBagIsDeleted() throws IOException {
    store(A, "own", "shared");
    store(B, "shared");
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).isEmpty();
    assertThat(file("own")).doesNotExist();
    assertThat(file("shared")).exists();
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).as("again").isEmpty();
    assertThat(lists.deleteInputs(List.of(B), NOW_MILLIS)).isEmpty();
    assertThat(file("shared")).doesNotExist();
    assertThat(storedLists()).isEmpty();
  }

  @Test
  void inputOfBagsThatAreDeletedTogetherIsDeleted() throws IOException {
    store(A, "shared");
    store(B, "shared");
    assertThat(lists.deleteInputs(List.of(A, B), NOW_MILLIS)).isEmpty();
    assertThat(file("shared")).doesNotExist();
  }

  @Test
  void recentlyUsedInputIsDeletedLater() throws IOException {
    store(A, "old", "recent");
    setUsed("recent", 1);
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).containsExactly(A);
    assertThat(file("old")).doesNotExist();
    assertThat(file("recent")).exists();
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS + 1)).isEmpty();
    assertThat(file("recent")).doesNotExist();
  }

  /** As an agent of an earlier version has staged them. */
  @Test
  void inputOfAPartWithoutAListStays() throws IOException {
    store(A, "needed");
    NeededInputs.store(order("needed"), Files.createDirectories(work.resolve("bags/c")));
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).isEmpty();
    assertThat(file("needed")).exists();
  }

  @Test
  void listsOfEvictedInputsAreDeletedAfterADay() throws IOException {
    store(A, "kept");
    store(B, "evicted");
    Files.delete(file("evicted"));
    for (Path list : storedLists()) {
      Files.setLastModifiedTime(list, FileTime.fromMillis(NOW_MILLIS));
    }
    lists.deleteUnused(NOW_MILLIS + Time.DAY_MILLIS - 1);
    assertThat(storedLists()).hasSize(2);
    lists.deleteUnused(NOW_MILLIS + Time.DAY_MILLIS);
    assertThat(storedLists()).hasSize(1);
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).isEmpty();
    assertThat(file("kept")).doesNotExist();
  }

  @Test
  void agentWithoutListsHasNothingToDelete() throws IOException {
    assertThat(lists.deleteInputs(List.of(A), NOW_MILLIS)).isEmpty();
    lists.deleteUnused(NOW_MILLIS);
  }

  private static WorkOrder order(String... inputs) {
    return new WorkOrder(
        WorkOrder.VERSION,
        "a",
        "true",
        new TaskList.Count(1),
        Optional.empty(),
        Stream.of(inputs)
            .map(
                name ->
                    new InputFile(
                        new RelativePath(name), Digest.of(name.getBytes(UTF_8)), 1, false))
            .toList(),
        List.of(),
        1,
        1_000,
        0,
        Optional.empty());
  }
}
