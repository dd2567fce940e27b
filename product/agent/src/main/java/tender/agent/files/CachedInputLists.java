package tender.agent.files;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tender.bagfile.Digest;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.core.model.Time;

/**
 * Which cached files each bag has used, also after the bag has ended, so that the inputs of a
 * deleted bag can be deleted. A list exists from before the bag's inputs are fetched until none of
 * them is in the cache.
 *
 * <p>An input of a deleted bag stays while another bag has it in its list, and if it was used
 * within the last hour: an offer for another bag may rely on it.
 */
public final class CachedInputLists {
  /** Longer than from the storing of a list to the first file in the cache. */
  private static final long NEW_LIST_MILLIS = Time.DAY_MILLIS;

  private static final String SUFFIX = ".list";

  private final Path work;
  private final Path folder;

  /** Of an agent with this working folder. */
  public CachedInputLists(Path work) {
    this.work = work;
    folder = work.resolve("input-lists");
  }

  /** Stores what a bag uses. */
  void store(BagId bag, WorkOrder order) throws IOException {
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Path staging = Files.createTempFile(folder, "list", ".new");
    try {
      Files.writeString(
          staging,
          order.digests().stream().map(digest -> digest.hex() + "\n").collect(Collectors.joining()),
          UTF_8);
      Files.move(
          staging, list(bag), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(staging);
    }
  }

  /** Ids come from the network and are not safe as file names. */
  private Path list(BagId bag) {
    return folder.resolve(Digest.of(bag.value().getBytes(UTF_8)).hex() + SUFFIX);
  }

  /**
   * Deletes the cached inputs of deleted bags that no other bag uses.
   *
   * @return the bags with inputs that were used too recently; try again later
   */
  public Set<BagId> deleteInputs(Collection<BagId> deleted, long nowMillis) throws IOException {
    Map<BagId, Set<String>> inputs = new HashMap<>();
    for (BagId bag : deleted) {
      inputs.put(bag, new HashSet<>(read(list(bag))));
    }
    Set<String> used = usedByOthers(inputs);
    Set<BagId> remaining = new HashSet<>();
    for (var bag : inputs.entrySet()) {
      bag.getValue().removeAll(used);
      if (deleteFiles(bag.getValue(), nowMillis)) {
        Files.deleteIfExists(list(bag.getKey()));
      } else {
        remaining.add(bag.getKey());
      }
    }
    return remaining;
  }

  /** Those of the inputs of deleted bags that other bags use, too. */
  private Set<String> usedByOthers(Map<BagId, Set<String>> inputs) throws IOException {
    Set<String> candidates = new HashSet<>();
    inputs.values().forEach(candidates::addAll);
    if (candidates.isEmpty()) {
      return candidates;
    }
    // Of parts that an earlier version of the agent has staged, which stored no lists here.
    Set<String> used = new HashSet<>(NeededInputs.ofAllBags(work));
    used.retainAll(candidates);
    Set<Path> own = inputs.keySet().stream().map(this::list).collect(Collectors.toSet());
    for (Path other : lists()) {
      if (!own.contains(other)) {
        read(other).stream().filter(candidates::contains).forEach(used::add);
      }
    }
    return used;
  }

  /** Returns whether all were deleted. */
  private boolean deleteFiles(Set<String> names, long nowMillis) throws IOException {
    boolean areDeleted = true;
    for (String name : names) {
      Path file = BlobCache.file(BlobCache.folder(work), new Digest(name));
      try {
        if (Files.getLastModifiedTime(file).toMillis() + CacheEviction.RECENT_MILLIS < nowMillis) {
          Files.deleteIfExists(file);
        } else {
          areDeleted = false;
        }
      } catch (NoSuchFileException e) {
        // It was evicted.
      }
    }
    return areDeleted;
  }

  /** Deletes old lists of which no file is in the cache. */
  void deleteUnused(long nowMillis) throws IOException {
    for (Path list : lists()) {
      boolean isNew = Files.getLastModifiedTime(list).toMillis() + NEW_LIST_MILLIS > nowMillis;
      if (!isNew && read(list).stream().noneMatch(this::isCached)) {
        Files.deleteIfExists(list);
      }
    }
  }

  private boolean isCached(String name) {
    return Files.exists(BlobCache.file(BlobCache.folder(work), new Digest(name)));
  }

  private List<Path> lists() throws IOException {
    List<Path> lists = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      all.forEach(lists::add);
    } catch (NoSuchFileException e) {
      return List.of();
    }
    return lists;
  }

  private static List<String> read(Path list) throws IOException {
    try (Stream<String> lines = Files.lines(list, UTF_8)) {
      return lines.toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }
}
