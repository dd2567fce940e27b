package tender.agent.tasks;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tender.agent.batch.folder.WorkFolder;
import tender.agent.files.BagInputs;
import tender.agent.files.KeyedLocks;
import tender.core.message.ReservationId;
import tender.core.model.BagId;
import tender.protocol.BagDescription;

/**
 * The folders of parts, and the input files that all parts of a bag share. A bag's files are
 * deleted with its last part, but another part of the bag may come while that one is deleted.
 */
public final class PartFiles {
  private final WorkFolder workFolder;
  private final BagInputs inputs;
  private final Set<ReservationId> staged = ConcurrentHashMap.newKeySet();
  private final KeyedLocks<BagId> locks = new KeyedLocks<>();

  public PartFiles(WorkFolder workFolder, BagInputs inputs) {
    this.workFolder = workFolder;
    this.inputs = inputs;
  }

  /**
   * Creates a part's folder and fetches its bag's input files, if they do not exist. Parts of other
   * bags are staged at the same time.
   */
  public void stage(PartIdentity part, BagDescription bag) throws IOException {
    locks.run(
        part.bag(),
        () -> {
          staged.add(part.id());
          workFolder.createBag(part.bag(), bag.user());
          inputs.prepare(part.bag(), bag.order(), workFolder.inputsFolder(part.bag()));
          part.folder().create();
          return part;
        });
  }

  /**
   * Deletes a part's files, and those of its bag if no other part of it was staged meanwhile.
   *
   * @param isLastOfBag whether the agent had no other part of the bag when this one was removed
   * @return whether the bag's files were deleted
   */
  public boolean delete(PartIdentity part, boolean isLastOfBag) throws IOException {
    // Without the lock: a part may have many files, and others are being staged.
    part.folder().delete();
    return locks.run(part.bag(), () -> deleteBagIfUnused(part, isLastOfBag));
  }

  /**
   * Deletes all files of a bag without parts here, which a failure has left.
   *
   * @return false if a part of the bag is staged or being deleted
   */
  public boolean deleteUnused(BagId bag) throws IOException {
    return locks.run(
        bag,
        () -> {
          if (staged.stream().anyMatch(id -> id.call().bag().equals(bag))) {
            return false;
          }
          workFolder.delete(bag);
          return true;
        });
  }

  private boolean deleteBagIfUnused(PartIdentity part, boolean isLastOfBag) throws IOException {
    staged.remove(part.id());
    if (!isLastOfBag || staged.stream().anyMatch(id -> id.call().bag().equals(part.bag()))) {
      return false;
    }
    workFolder.delete(part.bag());
    return true;
  }
}
