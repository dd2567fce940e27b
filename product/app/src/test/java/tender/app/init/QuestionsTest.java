package tender.app.init;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuestionsTest {
  /** A person who gives these answers; a real terminal is in InitTerminalTest. */
  private static final class Answers implements Prompt {
    private final Deque<String> answers;
    private final List<String> asked = new ArrayList<>();

    Answers(String... answers) {
      this.answers = new ArrayDeque<>(List.of(answers));
    }

    @Override
    public @Nullable String line(String question) {
      asked.add(question);
      return answers.poll();
    }

    @Override
    public @Nullable String secret(String question) {
      return line(question);
    }
  }

  @Test
  void optionAnswersWithoutAQuestion() {
    Answers person = new Answers();
    assertThat(new Questions(Optional.of(person)).ask("Name", "--name", "ann", Optional.empty()))
        .isEqualTo("ann");
    assertThat(person.asked).isEmpty();
  }

  @Test
  void emptyAnswerIsTheDefault() {
    Answers person = new Answers("");
    assertThat(new Questions(Optional.of(person)).ask("Name", "--name", null, Optional.of("ben")))
        .isEqualTo("ben");
    assertThat(person.asked).containsExactly("Name [ben]: ");
  }

  @Test
  void neededAnswerIsAskedForAgain() {
    Answers person = new Answers("", " ", " ann ");
    assertThat(new Questions(Optional.of(person)).askSecret("Word", "--word", Optional.empty()))
        .isEqualTo("ann");
    assertThat(person.asked).hasSize(3);
  }

  @Test
  void withoutATerminalTheDefaultIsTaken() {
    Questions questions = new Questions(Optional.empty());
    assertThat(questions.ask("Name", "--name", null, Optional.of("ben"))).isEqualTo("ben");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> questions.ask("Name", "--name", null, Optional.empty()))
        .withMessage("The option --name is missing, and there is no terminal to ask for it.");
  }

  @Test
  void endOfInputIsAnError() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Questions(Optional.of(new Answers()))
                    .ask("Name", "--name", null, Optional.of("ben")))
        .withMessageContaining("The input ended", "--name");
  }
}
