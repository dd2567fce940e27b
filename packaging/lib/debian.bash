# Sourced by tests of packages: a fresh minimal Debian 12 in the folder "$debian", below the folder "$work", with the packages of "$packages". It uses the
# package sources of this machine.
# shellcheck shell=bash

die() {
  echo "${0##*/}: $*" >&2
  exit 1
}

check_prerequisites() {
  ((EUID == 0)) || die "needs root, for a Debian in a folder."
  command -v mmdebstrap >/dev/null || die "mmdebstrap not found. Install it: apt install mmdebstrap"
  compgen -G "$packages/tender_*.deb" >/dev/null || die "no packages in target/packages. Run scripts/package first."
}

# Runs a command in the Debian, as root.
inside() {
  chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

# Runs a command in the Debian, as a user.
as_user() {
  inside runuser -u "$1" -- env HOME="/home/$1" "${@:2}"
}

mount_filesystems() {
  mount --bind "$debian" "$debian"
  mount -t proc proc "$debian/proc"
  mount -t tmpfs tmpfs "$debian/dev"
  local device
  for device in null zero full random urandom tty; do
    touch "$debian/dev/$device"
    mount --bind "/dev/$device" "$debian/dev/$device"
  done
  mkdir "$debian/dev/shm" "$debian/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$debian/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$debian/dev/pts"
  ln -s pts/ptmx "$debian/dev/ptmx"
  ln -s /proc/self/fd "$debian/dev/fd"
}

# Installs packages: those of ours by their files, others by name.
install_packages() {
  local argument file arguments=()
  for argument in "$@"; do
    for file in "$debian/packages/${argument}"_*.deb; do
      if [[ -f $file ]]; then argument=/packages/${file##*/}; fi
    done
    arguments+=("$argument")
  done
  inside apt-get install --yes --no-install-recommends "${arguments[@]}" >"$work/apt.log" 2>&1 ||
    { tail -n 20 "$work/apt.log" >&2 && die "apt-get install ${arguments[*]} failed."; }
}

# Creates the Debian. Its services do not start by themselves: that would be processes that no test expects.
create_debian() {
  echo "Installing Debian 12 in $debian …"
  cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null >"$work/sources" || true
  mmdebstrap --mode=root --variant=minbase --include=systemd --quiet bookworm "$debian" "$work/sources" >"$work/debian.log" 2>&1 ||
    { cat "$work/debian.log" >&2 && die "installing Debian failed."; }
  printf '#!/bin/sh\nexit 101\n' >"$debian/usr/sbin/policy-rc.d"
  chmod +x "$debian/usr/sbin/policy-rc.d"
  cp /etc/resolv.conf /etc/hosts "$debian/etc/"
  install -D -m 644 -t "$debian/packages" "$packages"/*.deb
}
