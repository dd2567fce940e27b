package tender.agent.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tender.bagfile.RelativePath;
import tender.core.model.ProviderId;
import tender.core.model.Time;

class KeptOutputsTest {
  private static final ProviderId NORTH = new ProviderId("north");

  @TempDir private Path work;
  private KeptOutputs kept;

  @BeforeEach
  void makeKept() {
    kept = new KeptOutputs(work, NORTH, new KeptOutputs.Settings(7, 100));
  }

  private Path part(String name) {
    return work.resolve("bags/b1").resolve(name);
  }

  private void write(String part, int task, String file, int bytes) throws IOException {
    Path path = part(part).resolve("tasks/" + task).resolve(file);
    Files.createDirectories(path.getParent());
    Files.write(path, new byte[bytes]);
  }

  private void keep(String part) throws IOException {
    kept.ofPart(part(part)).keep(task -> part(part).resolve("tasks/" + task));
  }

  private static String add(KeptOutputs.PartOutputs part, int task, String file, int bytes) {
    return part.add(task, new RelativePath(file), bytes).orElse("");
  }

  @Test
  void addedFilesAreMovedWhenThePartEnds() throws IOException {
    write("1.0", 3, "out/big.dat", 40);
    write("1.0", 3, "other", 40);
    KeptOutputs.PartOutputs part = kept.ofPart(part("1.0"));
    assertThat(add(part, 3, "out/big.dat", 40)).contains("tender results --large");
    part.save();
    part.save();
    assertThat(part("1.0").resolve("tasks/3/out/big.dat")).as("until the end").exists();
    keep("1.0");
    assertThat(work.resolve("kept/b1/1.0/3/out/big.dat")).hasSize(40);
    assertThat(work.resolve("kept/b1/1.0/3/other")).doesNotExist();
    assertThat(part("1.0").resolve("tasks/3/out/big.dat")).doesNotExist();
    assertThat(work.resolve("kept/b1/1.0.list")).doesNotExist();
    keep("1.0");
  }

  @Test
  void linksAreNotFollowed() throws IOException {
    Path secrets = Files.createDirectory(work.resolve("secrets"));
    Files.writeString(secrets.resolve("key"), "SECRET");
    write("1.0", 0, "key", 4);
    write("1.0", 0, "deep/key", 4);
    KeptOutputs.PartOutputs part = kept.ofPart(part("1.0"));
    add(part, 0, "key", 4);
    add(part, 0, "deep/key", 4);
    part.save();
    Path folder = part("1.0").resolve("tasks/0");
    Files.delete(folder.resolve("key"));
    Files.createSymbolicLink(folder.resolve("key"), secrets.resolve("key"));
    Files.delete(folder.resolve("deep/key"));
    Files.delete(folder.resolve("deep"));
    Files.createSymbolicLink(folder.resolve("deep"), secrets);
    keep("1.0");
    assertThat(work.resolve("kept/b1/1.0/0/key")).doesNotExist();
    assertThat(work.resolve("kept/b1/1.0/0/deep/key")).doesNotExist();
    assertThat(secrets.resolve("key")).hasContent("SECRET");
  }

  @Test
  void nothingIsKeptThatHasNoRoom() {
    assertThat(add(kept.ofPart(part("1.0")), 0, "huge", 101)).isEmpty();
    KeptOutputs none = new KeptOutputs(work, NORTH, new KeptOutputs.Settings(0, 100));
    assertThat(add(none.ofPart(part("1.0")), 0, "small", 1)).isEmpty();
  }

  @Test
  void expiredAndOldestPartsAreDeleted() throws IOException {
    long nowMillis = 100 * Time.DAY_MILLIS;
    int age = 8;
    for (String name : new String[] {"1.0", "2.0", "3.0"}) {
      write(name, 0, "big", 60);
      KeptOutputs.PartOutputs part = kept.ofPart(part(name));
      add(part, 0, "big", 60);
      part.save();
      keep(name);
      long keptMillis = nowMillis - age * Time.DAY_MILLIS;
      Files.setLastModifiedTime(work.resolve("kept/b1/" + name), FileTime.fromMillis(keptMillis));
      age -= 3;
    }
    kept.trim(nowMillis);
    assertThat(work.resolve("kept/b1/1.0")).as("older than 7 days").doesNotExist();
    assertThat(work.resolve("kept/b1/2.0")).as("older than what has room").doesNotExist();
    assertThat(work.resolve("kept/b1/3.0/0/big")).exists();
    new KeptOutputs(work.resolve("empty"), NORTH, new KeptOutputs.Settings(7, 100)).trim(nowMillis);
  }
}
