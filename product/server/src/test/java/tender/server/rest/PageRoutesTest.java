package tender.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The built dashboard, served by a real server. */
class PageRoutesTest extends RestFixture {
  private static final Pattern ASSET = Pattern.compile("(?:src|href)=\"(/assets/[^\"]+)\"");

  private RestTestClient.Reply page() {
    return ann.anonymous().get("/");
  }

  private List<String> assets() {
    return ASSET.matcher(page().text()).results().map(found -> found.group(1)).toList();
  }

  @Test
  void pageLoadsNothingExternalAndHasNoInlineScript() {
    RestTestClient.Reply page = page();
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
    assertThat(page.header("Content-Security-Policy"))
        .startsWith("default-src 'self';")
        .doesNotContain("unsafe", "http", "*");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(page.text()).doesNotContain("http:", "https:", "style=", "onload");
    Matcher scripts = Pattern.compile("<script([^>]*)>([^<]*)</script>").matcher(page.text());
    assertThat(scripts.results())
        .isNotEmpty()
        .allMatch(script -> script.group(1).contains("src=\"/assets/"))
        .allMatch(script -> script.group(2).isBlank());
  }

  @Test
  void assetsAreImmutableAndCompressed() throws IOException {
    assertThat(assets()).hasSizeGreaterThanOrEqualTo(3);
    for (String asset : assets()) {
      RestTestClient.Reply plain = ann.anonymous().get(asset);
      assertThat(plain.status()).as(asset).isEqualTo(200);
      assertThat(plain.header("Cache-Control")).contains("immutable");
      assertThat(plain.header("X-Content-Type-Options")).isEqualTo("nosniff");
      RestTestClient.Reply zipped =
          ann.send(ann.request(asset).header("Accept-Encoding", "gzip, br"));
      assertThat(zipped.header("Content-Encoding")).isEqualTo("gzip");
      var unzipped = new GZIPInputStream(new ByteArrayInputStream(zipped.response().body()));
      assertThat(unzipped.readAllBytes()).isEqualTo(plain.response().body());
      String tag = plain.header("ETag");
      RestTestClient.Reply cached = ann.send(ann.request(asset).header("If-None-Match", tag));
      assertThat(cached.status()).isEqualTo(304);
    }
  }

  @Test
  void otherFilesAreNotServed() {
    for (String name : List.of("index.html", "..%2Findex.html", "%2e%2e/files.txt", "x.js")) {
      RestTestClient.Reply reply = ann.anonymous().get("/assets/" + name);
      assertThat(reply.status()).as(name).isIn(404, 400);
      assertThat(new String(reply.response().body(), StandardCharsets.UTF_8))
          .as(name)
          .doesNotContain("<!doctype");
    }
  }
}
