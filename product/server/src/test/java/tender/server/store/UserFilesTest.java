package tender.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tender.bagfile.Digest;
import tender.bagfile.InputFile;
import tender.bagfile.RelativePath;
import tender.bagfile.TaskList;
import tender.bagfile.WorkOrder;
import tender.core.model.BagId;
import tender.server.model.Requirements;
import tender.server.model.UserId;
import tender.server.store.bags.Submission;
import tender.server.store.content.BlobRejectedException;
import tender.server.store.content.UserFileRepository;

/** Input files belong to the users who uploaded them. */
class UserFilesTest extends DatabaseTestCase {
  private static final UserId ANNA = new UserId("anna");
  private static final UserId BERT = new UserId("bert");
  private static final byte[] INPUT = "input".getBytes(StandardCharsets.UTF_8);
  private static final byte[] LINES = "a\nb\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] OTHER = "other".getBytes(StandardCharsets.UTF_8);

  @BeforeEach
  void addUsers() {
    database.users().create(ANNA);
    database.users().create(BERT);
  }

  @Test
  void fileIsMissingForUsersWhoHaveNotUploadedIt() throws Exception {
    add(ANNA, INPUT);
    Digest digest = Digest.of(INPUT);

    assertThat(files().missing(ANNA, List.of(digest))).isEmpty();
    assertThat(files().missing(BERT, List.of(digest, digest))).containsExactly(digest);
    assertThat(files().missing(BERT, List.of())).isEmpty();
    add(BERT, INPUT);
    assertThat(files().missing(BERT, List.of(digest))).isEmpty();
    assertThat(count("select count(*) from blob")).isEqualTo(1);
  }

  @Test
  void digestWithoutTheContentIsNotEnough() throws Exception {
    add(ANNA, INPUT);
    Digest digest = Digest.of(INPUT);

    assertThatThrownBy(
            () -> files().add(BERT, digest, new ByteArrayInputStream(new byte[0]), INPUT.length))
        .isInstanceOf(BlobRejectedException.class);
    assertThatThrownBy(
            () -> files().add(BERT, digest, new ByteArrayInputStream(INPUT), INPUT.length - 1))
        .isInstanceOf(BlobRejectedException.class);
    assertThat(files().missing(BERT, List.of(digest))).containsExactly(digest);
  }

  @Test
  void migrationGivesFilesToTheUsersWhoseBagsNameThem() throws Exception {
    // Bags of that time could name files that their users had not uploaded.
    sql.update("alter table submission disable trigger submission_has_files");
    for (byte[] content : List.of(INPUT, LINES, OTHER)) {
      database.blobs().write(Digest.of(content), new ByteArrayInputStream(content), 100);
    }
    submit("a", ANNA, new TaskList.Lines(Digest.of(LINES), 2), INPUT);
    submit("b", ANNA, new TaskList.Count(2), INPUT);
    submit("c", BERT, new TaskList.Count(2), OTHER);

    sql.update(migrationFrom("V5__user_files.sql", "insert into user_file"));

    List<Digest> all = List.of(Digest.of(INPUT), Digest.of(LINES), Digest.of(OTHER));
    assertThat(files().missing(ANNA, all)).containsExactly(Digest.of(OTHER));
    assertThat(files().missing(BERT, all)).containsExactly(Digest.of(INPUT), Digest.of(LINES));
  }

  private void submit(String bag, UserId user, TaskList tasks, byte[] input) {
    InputFile file = new InputFile(new RelativePath("in"), Digest.of(input), input.length, false);
    WorkOrder order =
        new WorkOrder(
            WorkOrder.VERSION,
            "a",
            "cat in",
            tasks,
            Optional.empty(),
            List.of(file),
            List.of(),
            1,
            1_000,
            0,
            Optional.empty());
    BagId id = new BagId(bag);
    database
        .store()
        .submit(
            new Submission(
                id,
                user,
                bag,
                order,
                new Requirements(OptionalLong.empty(), Optional.empty(), false)),
            TestTransactions.called(id, 0));
  }

  private UserFileRepository files() {
    return database.userFiles();
  }

  private void add(UserId user, byte[] content) throws Exception {
    files().add(user, Digest.of(content), new ByteArrayInputStream(content), content.length);
  }

  private int count(String query) {
    return sql.find(query, row -> row.getInt(1)).orElseThrow();
  }
}
