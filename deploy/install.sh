#!/bin/sh
# The site on the internet, from a bare Debian 12 or 13 (docs/deploy.md):
#   sudo sh deploy/install.sh jeunesse.exemple.ch
# Looks before it does anything, so that it can be run again at any time: what is right stays as it is.
set -eu
# What is made here is read by the user of the site, whatever root keeps for itself elsewhere.
umask 022

usage() {
  cat <<'END'
Usage: sudo sh deploy/install.sh DOMAIN [--email ADDRESS] [--dry-run]
       sudo sh deploy/install.sh --remove [--dry-run]

Makes a user, the program and its service, Caddy with a certificate for DOMAIN and www.DOMAIN, nightly backups in
/var/backups/jeunesse, and the command `jeunesse`. Prints the one-time link of the first account.

  --email ADDRESS   whose account that is (comite@DOMAIN)
  --dry-run         only says what would be done
  --remove          takes all of it away; data, settings and backups are kept aside
END
}

# For tests: a folder that stands for the machine.
ROOT=${JEUNESSE_ROOT:-}
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
HOME_DIR=$ROOT/srv/jeunesse
CURRENT=$HOME_DIR/current
SETTINGS=$ROOT/etc/jeunesse.env
DATA=$ROOT/var/lib/jeunesse
BACKUPS=$ROOT/var/backups/jeunesse
CADDYFILE=$ROOT/etc/caddy/Caddyfile
COMMAND=$ROOT/usr/local/bin/jeunesse
UNITS="jeunesse.service jeunesse-upgrade.service jeunesse-upgrade.timer"
PACKAGES="adduser ca-certificates git nodejs npm caddy"
OURS="# The site of deploy/install.sh"

domain=
email=
dry=
remove=
changes=0
started=

say() { printf '%s\n' "$*"; }
refuse() {
  printf '%s\n' "$*" >&2
  exit 1
}

# Does something that changes the machine, or only says it.
run() {
  changes=$((changes + 1))
  say "+ $*"
  [ -n "$dry" ] || "$@"
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=1 ;;
    --remove) remove=1 ;;
    --email)
      [ $# -gt 1 ] || { usage >&2; exit 2; }
      email=$2
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    -*) usage >&2; exit 2 ;;
    *)
      [ -z "$domain" ] || { usage >&2; exit 2; }
      domain=$1
      ;;
    esac
    shift
  done
  [ -n "$remove" ] || [ -n "$domain" ] || { usage >&2; exit 2; }
  case $domain$email in *[![:graph:]]*) refuse "A domain and an address have neither spaces nor line breaks." ;; esac
  [ -z "$domain" ] || printf '%s' "$domain" | grep -Eqx '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}' ||
    refuse "\"$domain\" is no domain: write it as jeunesse.exemple.ch, in small letters and without https://."
  email=${email:-comite@$domain}
  printf '%s' "$email" | grep -Eqx '[^@[:space:]]+@[^@[:space:]]*' ||
    refuse "\"$email\" is no e-mail address."
}

check_machine() {
  [ "$(id -u)" = 0 ] || refuse "Run it as root: sudo sh deploy/install.sh …"
  # shellcheck source=/dev/null
  system=$(. "$ROOT/etc/os-release" && printf '%s %s' "$ID" "${VERSION_ID:-}")
  case $system in
  "debian 12" | "debian 13") ;;
  *) refuse "This is $system; it is made for Debian 12 and 13. docs/deploy.md says what it does, step by step." ;;
  esac
  case $(uname -m) in
  x86_64 | aarch64) ;;
  *) refuse "There is no Node 24 for $(uname -m) in the project: it takes amd64 or arm64." ;;
  esac
}

# `npm ci` and the build need more memory than the site.
make_swap() {
  memory=$(awk '/^MemTotal|^SwapTotal/ { sum += $2 } END { print int(sum / 1024) }' "$ROOT/proc/meminfo")
  [ "$memory" -lt 1500 ] || return 0
  [ -e "$ROOT/swapfile" ] || {
    run fallocate -l 1G "$ROOT/swapfile.new"
    run chmod 600 "$ROOT/swapfile.new"
    run mkswap -q "$ROOT/swapfile.new"
    run mv "$ROOT/swapfile.new" "$ROOT/swapfile"
  }
  grep -q '^/swapfile ' "$ROOT/etc/fstab" || append "$ROOT/etc/fstab" '/swapfile none swap sw 0 0'
  run swapon "$ROOT/swapfile"
}

append() {
  changes=$((changes + 1))
  say "+ add to $1: ${2%%[= ]*} …"
  [ -n "$dry" ] || {
    # A last line that somebody has left open stays a line of its own.
    [ -z "$(tail -c 1 "$1")" ] || printf '\n' >>"$1"
    printf '%s\n' "$2" >>"$1"
  }
}

install_packages() {
  missing=
  for package in $PACKAGES; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  run apt-get update -q
  # shellcheck disable=SC2086
  run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

make_user() {
  getent passwd jeunesse >/dev/null ||
    run adduser --system --group --home /var/lib/jeunesse --no-create-home --quiet jeunesse
  [ -d "$HOME_DIR/releases" ] || run mkdir -p "$HOME_DIR/releases"
  [ -d "$BACKUPS" ] || run install -d -m 700 "$BACKUPS"
  # --remove has given them to root.
  [ "$(stat -c %U "$BACKUPS" 2>/dev/null)" = jeunesse ] || run chown -R jeunesse: "$BACKUPS"
}

newest_release() { git -C "$HOME_DIR/source" tag --list --sort=-version:refname | grep -Ex -m1 'v[0-9]+\.[0-9]+\.[0-9]+'; }

# The newest release; what is committed, where the repository has none yet.
install_release() {
  [ -d "$HOME_DIR/source" ] || {
    [ ! -e "$HOME_DIR/source.new" ] || run rm -rf "$HOME_DIR/source.new"
    run git clone --quiet --bare "$HERE" "$HOME_DIR/source.new"
    # Upgrades come from where this checkout came from.
    if origin=$(git -C "$HERE" remote get-url origin 2>/dev/null); then
      run git -C "$HOME_DIR/source.new" remote set-url origin "$origin"
    fi
    run mv "$HOME_DIR/source.new" "$HOME_DIR/source"
  }
  # From here on releases are changed by `jeunesse upgrade`, which has a way back.
  [ ! -L "$CURRENT" ] || return 0
  if [ -n "$dry" ]; then
    say "+ lay out the newest release in $HOME_DIR/releases, npm ci, npm run build, and link $CURRENT to it"
    return 0
  fi
  release=$(newest_release) || true
  revision=${release:-HEAD}
  version=$(git -C "$HOME_DIR/source" show "$revision:package.json" | sed -n 's/^  "version": "\(.*\)",$/\1/p')
  release=v$version
  folder=$HOME_DIR/releases/$release
  [ -d "$folder" ] || build "$revision" "$folder"
  run ln -sfn "releases/$release" "$CURRENT"
}

# npm leaves out what the build needs where Node is older than 20, as Debian 12's is: the project's own then runs it.
make_node() {
  [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ] || return 0
  package=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  version=$(git -C "$HOME_DIR/source" show "$1:package.json" | sed -n "s/^    \"$package\": \"\(.*\)\",*$/\1/p")
  [ -e "$HOME_DIR/node/bin" ] || {
    run npm install --prefix "$HOME_DIR/node" --no-save --no-audit --no-fund "$package@$version"
    run ln -s "node_modules/$package/bin" "$HOME_DIR/node/bin"
  }
  PATH=$HOME_DIR/node/bin:$PATH
}

build() {
  make_node "$1"
  rm -rf "$2.partial"
  mkdir "$2.partial"
  run git -C "$HOME_DIR/source" archive --output "$2.partial/release.tar" "$1"
  run tar -xf "$2.partial/release.tar" -C "$2.partial"
  rm "$2.partial/release.tar"
  (cd "$2.partial" && run npm ci --no-audit --no-fund && run npm run build) || refuse "The build failed: nothing runs yet."
  run sync -f "$2.partial"
  run mv "$2.partial" "$2"
}

# What somebody has written there stays; what is missing is added.
write_settings() {
  [ -e "$SETTINGS" ] || run install -m 600 /dev/null "$SETTINGS"
  for line in "PUBLIC_URL=https://$domain" TRUST_PROXY=1 "ADMIN_EMAIL=$email" "BACKUP_DIR=$BACKUPS"; do
    grep -qs "^${line%%=*}=" "$SETTINGS" || append "$SETTINGS" "$line"
  done
  grep -qs '^#*MAIL=' "$SETTINGS" || append "$SETTINGS" "# Until these are set, nobody gets a mail (docs/deploy.md). Then: systemctl restart jeunesse
#MAIL=smtp
#SMTP_URL=smtps://USER:PASSWORD@mail.exemple.ch:465
#MAIL_FROM=site@$domain
#MAIL_TO=comite@$domain"
}

# A release has its own data: the link to the release decides on both.
make_data() {
  [ -e "$CURRENT" ] && [ ! -e "$CURRENT/data" ] || return 0
  folder=$DATA/$(basename "$(readlink "$CURRENT")")
  run install -d -o jeunesse -g jeunesse -m 700 "$DATA" "$folder"
  run ln -sfn "$folder" "$CURRENT/data"
}

# link FILE TARGET
link() { [ "$(readlink "$1" || true)" = "$2" ] || run ln -sfn "$2" "$1"; }

make_service() {
  before=$changes
  for unit in $UNITS; do link "$ROOT/etc/systemd/system/$unit" "$CURRENT/deploy/$unit"; done
  link "$COMMAND" "$CURRENT/deploy/jeunesse"
  [ "$changes" = "$before" ] || run systemctl daemon-reload
  systemctl is-enabled --quiet jeunesse.service 2>/dev/null || run systemctl enable jeunesse.service
  systemctl is-active --quiet jeunesse.service 2>/dev/null || {
    run systemctl start jeunesse.service
    started=1
  }
}

# Debian's own file, as its package brought it.
is_untouched() {
  sum=$(dpkg-query -W -f '${Conffiles}\n' caddy 2>/dev/null | awk '$1 == "/etc/caddy/Caddyfile" { print $2 }')
  [ ! -e "$1" ] || [ "$(md5sum <"$1" | cut -d' ' -f1)" = "$sum" ]
}

make_proxy() {
  [ -z "$dry" ] || [ -e "$CURRENT" ] || { say "+ write $CADDYFILE for $domain, and reload Caddy"; return 0; }
  wanted=$(printf '%s\n' "$OURS"; sed "s/jeunesse\.exemple\.ch/$domain/g" "$CURRENT/deploy/Caddyfile")
  if [ -e "$CADDYFILE" ] && [ "$(cat "$CADDYFILE")" = "$wanted" ]; then
    systemctl is-active --quiet caddy.service 2>/dev/null || run systemctl start caddy.service
    return 0
  fi
  if ! is_untouched "$CADDYFILE" && ! head -n 1 "$CADDYFILE" | grep -qxF "$OURS"; then
    say "! $CADDYFILE is yours and stays: put the blocks of $CURRENT/deploy/Caddyfile into it, with $domain."
    return 0
  fi
  changes=$((changes + 1))
  say "+ write $CADDYFILE for $domain"
  [ -n "$dry" ] || printf '%s\n' "$wanted" >"$CADDYFILE"
  run systemctl enable --quiet caddy.service
  run systemctl reload-or-restart caddy.service
}

is_well() {
  port=$(sed -n 's/^PORT=//p' "$SETTINGS")
  node -e 'const fail = () => process.exit(1);
    require("http").get(process.argv[1], ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on("error", fail)' \
    "http://127.0.0.1:${port:-3000}/healthz"
}

wait_for_site() {
  for _ in $(seq 60); do
    ! is_well || return 0
    sleep 1
  done
  refuse "The site does not answer yet: jeunesse logs says why."
}

first_link() {
  journalctl -u jeunesse.service -o cat --no-pager | grep -Eo 'https?://[^ ]+/invitation/[^ ]+' | tail -n 1
}

tell() {
  # Each start makes a new one, until somebody has used one.
  link=$([ -z "$started" ] || first_link || true)
  say
  say "The site runs: https://$domain (once the domain points to this machine)"
  [ -z "$link" ] || say "The first account, $email, chooses its password here, once, within 24 hours:
  $link"
  ! grep -q '^#MAIL=' "$SETTINGS" ||
    say "Mail does not leave yet: uncomment the lines of MAIL in /etc/jeunesse.env, then systemctl restart jeunesse."
  say "Then: jeunesse status | logs | backup | restore FILE | admin … | upgrade | doctor"
}

install_site() {
  make_swap
  install_packages
  make_user
  install_release
  make_data
  write_settings
  make_service
  make_proxy
  [ -z "$dry" ] || { say "Nothing was changed: it was only said."; return 0; }
  wait_for_site
  [ "$changes" -gt 0 ] || say "All was as it should be: nothing was changed."
  tell
}

# Data, settings and backups are somebody's: they are kept.
remove_site() {
  kept=$DATA.removed-$(date +%Y%m%d-%H%M%S)
  for unit in jeunesse-upgrade.timer jeunesse.service; do
    # `disable --now` deletes the link first, and then fails to stop a unit that was never loaded.
    [ ! -L "$ROOT/etc/systemd/system/$unit" ] || { run systemctl stop "$unit"; run systemctl disable --quiet "$unit"; }
  done
  if head -n 1 "$CADDYFILE" 2>/dev/null | grep -qxF "$OURS"; then
    run systemctl disable --now --quiet caddy.service
    run rm "$CADDYFILE"
  fi
  for unit in $UNITS; do [ ! -L "$ROOT/etc/systemd/system/$unit" ] || run rm "$ROOT/etc/systemd/system/$unit"; done
  run systemctl daemon-reload
  [ ! -L "$COMMAND" ] || run rm "$COMMAND"
  [ ! -e "$HOME_DIR" ] || run rm -rf "$HOME_DIR"
  [ ! -e "$DATA" ] || run mv "$DATA" "$kept"
  [ ! -e "$SETTINGS" ] || { run mkdir -p -m 700 "$kept" && run mv "$SETTINGS" "$kept/jeunesse.env"; }
  [ ! -e "$kept" ] || run chown -R root:root "$kept"
  # Another site that is installed here refuses to start empty beside the backups of this one.
  [ ! -e "$BACKUPS" ] || { run chown -R root:root "$BACKUPS"; run mv "$BACKUPS" "$BACKUPS.${kept##*.}"; }
  ! getent passwd jeunesse >/dev/null || run deluser --quiet jeunesse
  say "The site is gone. Kept: data and settings in $kept, backups in $BACKUPS.${kept##*.}, Debian's packages."
}

read_arguments "$@"
check_machine
if [ -n "$remove" ]; then remove_site; else install_site; fi
