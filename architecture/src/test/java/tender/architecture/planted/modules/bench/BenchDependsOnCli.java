package tender.architecture.planted.modules.bench;

import tender.architecture.planted.modules.cli.Command;

record BenchDependsOnCli(Command command) {}
