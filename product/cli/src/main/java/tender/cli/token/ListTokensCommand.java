package tender.cli.token;

import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tender.cli.client.ServerOption;
import tender.cli.client.response.AccessTokensResponse;
import tender.cli.client.response.AccessTokensResponse.Token;
import tender.cli.output.OutputOption;
import tender.cli.output.Table;
import tender.cli.output.TimeFormat;
import tender.support.input.Printable;

/** Lists the user's access tokens. */
@Command(
    name = "list",
    sortOptions = false,
    description = "Lists your valid access tokens, without their secrets.")
public final class ListTokensCommand implements Runnable {
  @Mixin private ServerOption server;
  @Mixin private OutputOption output;

  @Override
  public void run() {
    AccessTokensResponse tokens = server.client().tokens();
    output.print(
        () -> tokens,
        page ->
            page.table(
                new Table<Token>()
                    .text("NAME", ListTokensCommand::name)
                    .text("SCOPE", Token::scope)
                    .text("CREATED", token -> local(token.created(), "–"))
                    .text("EXPIRES", token -> local(token.expires(), "never"))
                    .text("LAST USED", token -> local(token.used(), "never")),
                tokens.tokens()));
  }

  private static String name(Token token) {
    return Printable.of(Objects.requireNonNullElse(token.name(), "(of the operator)"));
  }

  private static String local(@Nullable Instant instant, String otherwise) {
    return instant == null ? otherwise : TimeFormat.local(instant);
  }
}
