package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.core.model.Time;
import tender.server.store.uploads.UploadRejectedException.Reason;

/** What users cannot gain by direct uploads. */
class DirectUploadAttackTest extends DirectUploadsTestCase {
  /** The server cannot know that the content has another digest, so no other user may get it. */
  @Test
  void wrongContentIsItsUsersAlone() throws Exception {
    begin(EVE);
    uploads.complete(EVE, DIGEST, send(EVE, OTHER));

    assertThat(withObjects.userFiles().missing(ANNA, List.of(DIGEST))).containsExactly(DIGEST);
    assertThat(withObjects.userFiles().open(ANNA, DIGEST, 0)).isEmpty();
    assertThat(withObjects.blobs().open(DIGEST)).isEmpty();
    addVerified(ANNA);
    assertThat(read(ANNA)).isEqualTo(CONTENT);
    assertThat(read(EVE)).isEqualTo(OTHER);
  }

  @Test
  void digestOfAnotherUsersFileGivesNothingOfIt() throws Exception {
    addVerified(ANNA);
    begin(EVE);
    uploads.complete(EVE, DIGEST, send(EVE, OTHER));

    assertThat(read(EVE)).isEqualTo(OTHER);
    assertThat(read(ANNA)).isEqualTo(CONTENT);
    assertThat(withObjects.blobs().open(DIGEST).orElseThrow().readAllBytes()).isEqualTo(CONTENT);
  }

  @Test
  void uploadOfAnotherUserCannotBeContinuedCompletedOrEnded() throws Exception {
    begin(ANNA);
    List<String> tags = send(ANNA, CONTENT);

    assertRejected(Reason.UNKNOWN, () -> uploads.partUrls(EVE, DIGEST, 1, 1));
    assertRejected(Reason.UNKNOWN, () -> complete(EVE, tags));
    uploads.abandon(EVE, DIGEST);
    assertThat(begin(EVE).tags()).as("an upload of her own").isEmpty();
    assertRejected(Reason.WRONG_PARTS, () -> complete(EVE, tags));

    uploads.complete(ANNA, DIGEST, tags);
    assertThat(read(ANNA)).isEqualTo(CONTENT);
  }

  @Test
  void userCannotStoreMoreThanTheQuota() throws Exception {
    Digest[] large = {Digest.of(new byte[1]), Digest.of(new byte[2])};
    assertThat(uploads.begin(ANNA, large[0], MAX_USER_BYTES - CONTENT.length)).isPresent();
    begin(ANNA);
    assertRejected(Reason.QUOTA_EXCEEDED, () -> uploads.begin(ANNA, large[1], 1));
    assertThat(uploads.begin(ANNA, large[0], MAX_USER_BYTES - CONTENT.length)).isPresent();
    assertThat(uploads.begin(EVE, large[1], 1)).isPresent();

    uploads.complete(ANNA, DIGEST, send(ANNA, CONTENT));
    assertRejected(Reason.QUOTA_EXCEEDED, () -> uploads.begin(ANNA, large[1], 1));
    uploads.abandon(ANNA, large[0]);
    assertThat(uploads.begin(ANNA, large[1], 1)).isPresent();
  }

  @Test
  void wrongNumbersOfPartsAreRejected() throws Exception {
    assertRejected(Reason.UNKNOWN, () -> uploads.partUrls(ANNA, DIGEST, 1, 1));
    begin(ANNA);

    int[][] wrong = {{0, 1}, {3, 1}, {1, 3}, {1, 0}, {-1, 2}, {1, 101}, {2, Integer.MAX_VALUE}};
    for (int[] range : wrong) {
      assertRejected(Reason.WRONG_PARTS, () -> uploads.partUrls(ANNA, DIGEST, range[0], range[1]));
    }
    List<String> tags = send(ANNA, CONTENT);
    for (List<String> some :
        List.of(
            List.<String>of(),
            tags.subList(0, 1),
            List.of(tags.get(1), tags.get(0)),
            List.of("x".repeat(1_000_000), tags.get(1)))) {
      assertRejected(Reason.WRONG_PARTS, () -> complete(ANNA, some));
    }
    assertThat(withObjects.userFiles().missing(ANNA, List.of(DIGEST))).isNotEmpty();
  }

  @Test
  void uploadOfAnotherSizeStartsAgain() throws Exception {
    uploads.begin(ANNA, DIGEST, 3 * PART_BYTES);
    put(uploads.partUrls(ANNA, DIGEST, 1, 1).getFirst(), new byte[PART_BYTES]);

    assertThat(begin(ANNA).tags()).isEmpty();

    assertThat(count("select count(*) from upload where owner is not null")).isEqualTo(1);
    deleteAbandoned(2 * URLS_VALID_MILLIS + Time.SECOND_MILLIS);
    assertThat(count("select count(*) from upload")).isEqualTo(1);
  }

  @Test
  void openUploadsOfAUserAreLimited() throws Exception {
    sql.update(
        """
        insert into upload (owner, digest, bytes, part_bytes, object)
        select 'user/eve', n, 1, 1, n from generate_series(1, 1000) n
        """);

    assertRejected(Reason.TOO_MANY, () -> uploads.begin(EVE, DIGEST, CONTENT.length));
    begin(ANNA);
  }
}
