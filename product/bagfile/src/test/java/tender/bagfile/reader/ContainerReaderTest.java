package tender.bagfile.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tender.bagfile.Container;
import tender.bagfile.Digest;
import tender.bagfile.RelativePath;
import tender.bagfile.WorkOrder;
import tender.bagfile.WorkOrderJson;

class ContainerReaderTest {
  private static final Digest DIGEST = Digest.of(new byte[] {1});
  private static final String IMAGE = "registry.example.org:5000/lab/blast@sha256:" + DIGEST;

  private static WorkOrder read(String fields) {
    String text = "{version: 1, command: sleep 1, runtime: 1s, tasks: 1" + fields + "}";
    var files =
        new NamedFiles(List.of(new NamedFiles.NamedFile("image.tar", DIGEST, /* bytes= */ 3, 1)));
    return BagFileReader.readText(text, files, Clock.systemUTC()).order();
  }

  @Test
  void containerIsAnImageByDigestOrAnArchive() {
    Container image = read(", container: {image: '" + IMAGE + "'}").taskOptions().container().get();
    assertThat(image).isEqualTo(Container.ofImage(IMAGE));
    assertThat(image.registry()).hasValue("registry.example.org:5000");
    assertThat(image.imageDigest()).hasValue(DIGEST);
    WorkOrder order = read(", inputs: [image.tar], container: {archive: image.tar}");
    Container archive = order.taskOptions().container().get();
    assertThat(archive).isEqualTo(Container.ofArchive(new RelativePath("image.tar")));
    assertThat(archive.archiveIn(order.inputs()).get().digest()).isEqualTo(DIGEST);
    assertThat(archive.registry()).isEmpty();
    assertThat(read("").taskOptions().container()).isEmpty();
  }

  @Test
  void jsonHasTheFieldOnlyIfGiven() {
    WorkOrder order = read(", retries: 1, outputs_required: true");
    assertThat(json(order)).contains("outputsRequired").doesNotContain("container");
    WorkOrder image = read(", container: {image: '" + IMAGE + "'}");
    assertThat(json(image)).contains("\"container\":{\"image\":\"" + IMAGE + "\"}");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(image))).isEqualTo(image);
    WorkOrder archive = read(", inputs: [image.tar], container: {archive: image.tar}");
    assertThat(json(archive)).contains("\"container\":{\"archive\":\"image.tar\"}");
    assertThat(WorkOrderJson.read(WorkOrderJson.write(archive))).isEqualTo(archive);
    assertThat(WorkOrderJson.read(WorkOrderJson.write(archive.withoutDigests())).taskOptions())
        .isEqualTo(archive.taskOptions());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {image: 'docker.io/library/debian:12'} | docker.io/library/debian:12' has no digest. A tag
          {image: 'docker.io/library/debian:12'} | docker://docker.io/library/debian:12 and write docker.io/library/debian@sha256:…
          {image: docker.io/library/debian}      | has no digest
          {image: 'debian:12'}                   | must name a registry, an image and its digest
          {image: 'library/debian'}              | must name a registry, an image and its digest
          {image: 'docker.io/debian@sha256:12'}  | must name a registry, an image and its digest
          {image: 'docker.io/a --debug'}         | must name a registry, an image and its digest
          {image: 'docker.io/a/../b'}            | must name a registry, an image and its digest
          {archive: other.tar}                   | archive 'other.tar' is not an input. Add it
          {archive: ../image.tar}                | '..'
          {}                                     | must have either image or archive
          {image: a, archive: b}                 | must have either image or archive
          {tag: a}                               | container.tag is not a known field
          debian                                 | container
          """)
  void otherContainersAreRefusedWithTheNextStep(String container, String message) {
    assertThatThrownBy(() -> read(", container: " + container)).hasMessageContaining(message);
  }

  @Test
  void imageWithTagAndDigestIsRefused() {
    assertThatThrownBy(
            () -> read(", container: {image: 'docker.io/a/b:1@sha256:" + DIGEST.hex() + "'}"))
        .hasMessageContaining("has a tag and a digest. Remove the tag :1");
  }

  private static String json(WorkOrder order) {
    return new String(WorkOrderJson.write(order), StandardCharsets.UTF_8);
  }
}
