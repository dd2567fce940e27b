#!/usr/bin/env bash
# A task that tries attacks at its site, and prints those that succeed: attack.sh AGENT_FOLDER SLURM_CONFIGURATION
WORK=$1/work STATE=$1/state SLURM=$2
own=${PWD%/tasks/*}
succeeded() { echo "SUCCEEDED: $1"; }
cat "$WORK"/bags/*/inputs/secret.txt 2>/dev/null | grep -q classified && succeeded read-input-of-other-user
for part in "$WORK"/bags/*/[0-9]*; do
  case $PWD in
    "$part"/*) ;;
    *) echo forged >>"$part/control/0/stdout" && succeeded write-output-of-other-user ;;
  esac
done 2>/dev/null
for process in /proc/[0-9]*; do
  tr '\0' ' ' <"$process/cmdline" | grep -q '^sleep 54321' && kill "${process#/proc/}" && succeeded kill-process-of-other-user
done 2>/dev/null
grep -rq 'PRIVATE KEY' "$STATE" 2>/dev/null && succeeded read-key-of-agent
find "$STATE" -type f -exec ln {} linked ';' -quit 2>/dev/null
[ -e linked ] && rm linked && succeeded link-key-of-agent
access=$(cat "$STATE/owner-page.json" 2>/dev/null)
port=$(echo "$access" | sed -E 's/.*:([0-9]+)".*/\1/')
token=$(echo "$access" | sed -E 's/.*"token":"([^"]*)".*/\1/')
if exec 3<>"/dev/tcp/127.0.0.1/$port"; then
  printf 'PUT /v1/capacity HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: 15\r\nConnection: close\r\n\r\n{"paused":true}' "$port" "$token" >&3
  head -1 <&3 | grep -q ' 20' && succeeded pause-cluster-by-owner-page
fi 2>/dev/null
touch -d '+1 hour' "$own"/claims/* 2>/dev/null && succeeded change-claim-that-is-billed
: >"$own/ended/7.0.0" 2>/dev/null && succeeded forge-exit-code && rm "$own/ended/7.0.0"
# Without access to Slurm it would try for a minute.
SLURM_CONF=$SLURM timeout 10 sbatch --wrap=true >/dev/null 2>&1 && succeeded submit-job
echo tried
