package tender.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The folder of a workflow with three rules: each of the first two runs for every sample, the
 * second with the output of the first, and the third once for a group of samples.
 */
final class WorkflowFolder {
  /** Agents notice quickly what has changed. */
  static final String AGENT_SETTINGS = "lease_seconds: 5\npoll_interval_seconds: 0.5\n";

  private static final int GROUP = 12;

  private static String snakefile(int groups) {
    return """
      GROUPS = range(%d)
      SIZE = %d

      rule all:
          input: expand("out/c/{group}.txt", group=GROUPS)

      rule first:
          output: "out/a/{sample}.txt"
          resources: runtime_s=10, mem_mb=300, jobs_per_task=5
          shell: "echo {wildcards.sample} > {output}"

      rule second:
          input: "out/a/{sample}.txt"
          output: "out/b/{sample}.txt"
          resources: runtime_s=10, mem_mb=300, jobs_per_task=5
          shell: "sed s/^/sample-/ {input} > {output}"

      rule third:
          input: lambda wildcards: [f"out/b/{int(wildcards.group) * SIZE + i}.txt" for i in range(SIZE)]
          output: "out/c/{group}.txt"
          resources: runtime_s=10, mem_mb=300, jobs_per_task=5
          shell: "cat {input} > {output}"
      """
        .formatted(groups, GROUP);
  }

  static final String NEXTFLOW_CONFIG =
      """
      plugins { id 'nf-tender@0.1.0' }
      process {
          executor = 'tender'
          time = '20s'
          memory = '200 MB'
      }
      """;

  /** The first attempt of one task fails. */
  private static String pipeline(int groups) {
    return """
      GROUPS = %d
      SIZE = %d

      process FIRST {
          publishDir 'out/a', mode: 'copy'
          input: val sample
          output: path "${sample}.a"
          script: "echo $sample > ${sample}.a"
      }

      process SECOND {
          publishDir 'out/b', mode: 'copy'
          input: path first
          output: path "${first.baseName}.b"
          script: "sed s/^/sample-/ $first > ${first.baseName}.b"
      }

      process THIRD {
          publishDir 'out/c', mode: 'copy'
          errorStrategy 'retry'
          maxRetries 2
          input: tuple val(group), path(seconds)
          output: path "${group}.txt"
          script:
          \"""
          if [ $group = 0 ] && [ $task.attempt = 1 ]; then exit 3; fi
          cat $seconds > ${group}.txt
          \"""
      }

      workflow {
          FIRST(Channel.of(0..<GROUPS * SIZE))
          SECOND(FIRST.out)
          SECOND.out
              .map { file -> [file.baseName.toInteger().intdiv(SIZE), file] }
              .groupTuple(size: SIZE, sort: { a, b -> a.baseName.toInteger() <=> b.baseName.toInteger() })
              | THIRD
      }

      workflow.onComplete { println "retried: ${workflow.stats.retriesCount}" }
      """
        .formatted(groups, GROUP);
  }

  private final Path folder;
  private final int groups;

  private WorkflowFolder(Path folder, int groups) {
    this.folder = folder;
    this.groups = groups;
  }

  /** A workflow of Snakemake of about this many jobs. */
  static WorkflowFolder snakemake(LiveMarket market, String name, int jobs) throws IOException {
    Path folder = Files.createDirectory(market.folder().resolve(name));
    int groups = Math.max(1, jobs / (2 * GROUP + 1));
    Files.writeString(folder.resolve("Snakefile"), snakefile(groups));
    return new WorkflowFolder(folder, groups);
  }

  /** A pipeline of Nextflow of about this many tasks. */
  static WorkflowFolder nextflow(LiveMarket market, String name, int tasks) throws IOException {
    Path folder = Files.createDirectory(market.folder().resolve(name));
    int groups = Math.max(1, tasks / (2 * GROUP + 1));
    Files.writeString(folder.resolve("main.nf"), pipeline(groups));
    Files.writeString(folder.resolve("nextflow.config"), NEXTFLOW_CONFIG);
    return new WorkflowFolder(folder, groups);
  }

  Path folder() {
    return folder;
  }

  int jobs() {
    return groups * (2 * GROUP + 1);
  }

  /** How many jobs have written their output. */
  int outputs() throws IOException {
    Path out = folder.resolve("out");
    if (!Files.exists(out)) {
      return 0;
    }
    try (var files = Files.walk(out)) {
      return (int) files.filter(Files::isRegularFile).count();
    }
  }

  /** Every output of the last rule has the lines of its samples. */
  void requireResults() throws IOException {
    for (int group = 0; group < groups; group++) {
      int first = group * GROUP;
      String expected =
          IntStream.range(first, first + GROUP)
              .mapToObj(sample -> "sample-" + sample + "\n")
              .collect(Collectors.joining());
      assertThat(folder.resolve("out/c/" + group + ".txt")).hasContent(expected);
    }
    assertThat(outputs()).isEqualTo(jobs());
  }
}
