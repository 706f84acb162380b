#!/bin/sh
# Installs the site on a bare Debian 12 or 13 (docs/deploy.md):
#   sudo sh deploy/install.sh jeunesse.exemple.ch
# Idempotent: steps that are already done change nothing.
set -eu
# The site's user must be able to read the files that this script creates.
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

HERE=$(cd "$(dirname "$0")/.." && pwd -P)
HOME_DIR=/srv/jeunesse
CURRENT=$HOME_DIR/current
SETTINGS=/etc/jeunesse.env
DATA=/var/lib/jeunesse
BACKUPS=/var/backups/jeunesse
CADDYFILE=/etc/caddy/Caddyfile
COMMAND=/usr/local/bin/jeunesse
UNITS="jeunesse.service jeunesse-upgrade.service jeunesse-upgrade.timer"
PACKAGES="adduser ca-certificates git nodejs npm caddy"
LOG=/var/log/jeunesse-install.log
SITE_FILE=/etc/caddy/jeunesse.caddy
IMPORT="import jeunesse.caddy"
domain='' email='' dry='' remove='' changes=0

say() { printf '%s\n' "$*"; }
refuse() { say "$*" >&2; exit 1; }
refuse_usage() { usage >&2; exit 2; }

# Runs a command and counts it as a change. With --dry-run, only prints the command.
run() {
  changes=$((changes + 1))
  if [ -n "$dry" ]; then say "+ $*"; return 0; fi
  printf '+ %s\n' "$*" >>"$LOG"
  "$@" >>"$LOG" 2>&1 || refuse "This failed: $*. The end of $LOG says why; set that right, and run this again."
}

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
    --dry-run) dry=1 ;;
    --remove) remove=1 ;;
    --email)
      [ $# -gt 1 ] || refuse_usage
      email=$2
      shift
      ;;
    -h | --help) usage; exit 0 ;;
    -*) refuse_usage ;;
    *)
      [ -z "$domain" ] || refuse_usage
      domain=$1
      ;;
    esac
    shift
  done
  [ -n "$remove$domain" ] || refuse_usage
  case $domain$email in *[![:graph:]]*) refuse "A domain and an address have neither spaces nor line breaks." ;; esac
  [ -z "$domain" ] || say "$domain" | grep -Eqx '([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}' ||
    refuse "\"$domain\" is no domain: write it as jeunesse.exemple.ch, in small letters and without https://."
  [ -z "$email" ] || say "$email" | grep -Eqx '[^@[:space:]]+@[^@[:space:]]*' ||
    refuse "\"$email\" is no e-mail address."
}

check_machine() {
  [ "$(id -u)" = 0 ] || refuse "Run it as root: sudo sh deploy/install.sh …"
  # shellcheck source=/dev/null
  system=$(. "/etc/os-release" && printf '%s %s' "$ID" "${VERSION_ID:-}")
  case $system in
  "debian 12" | "debian 13") ;;
  *) refuse "This is $system; it is made for Debian 12 and 13. docs/deploy.md says what it does, step by step." ;;
  esac
  case $(uname -m) in
  x86_64 | aarch64) ;;
  *) refuse "There is no Node 24 for $(uname -m) in the project: it takes amd64 or arm64." ;;
  esac
}

# A certificate needs the ports 80 and 443, and DNS records for this machine.
check_network() {
  for port in 80 443; do
    program=$(ss -Hltnp "sport = :$port" | sed -n '1{s/.*users:(("\([^"]*\)".*/\1/;s/^LISTEN.*/another program/;p}')
    case $program in
    "" | caddy) ;;
    *) refuse "Port $port is taken by $program, and Caddy needs it for the certificate: stop it, then run this again." ;;
    esac
  done
  mine=$(hostname -I | sed 's, *$,,')
  for name in "$domain" "www.$domain"; do
    found=$(getent ahostsv4 "$name" | cut -d' ' -f1 | sort -u)
    [ -n "$found" ] || say "! $name has no A record: add one for this machine's address, or it gets no certificate."
    check_records A "$found"
    # For a name without an AAAA record, getent prints the IPv4 addresses as ::ffff:….
    check_records AAAA "$(getent ahostsv6 "$name" | cut -d' ' -f1 | grep -v '^::ffff:' | sort -u)"
  done
}

# Usage: check_records A|AAAA ADDRESSES. Warns about addresses of another machine.
# In /etc/hosts, the machine's own name may have the addresses 127.0.1.1 and ::1.
check_records() {
  for address in $2; do
    case " $mine 127.0.1.1 ::1 " in
    *" $address "*) ;;
    *) say "! The $1 record of $name is $address, this machine has $mine: correct it, unless a router leads from one to the other." ;;
    esac
  done
}

# `npm ci` and the build need more memory than the site.
make_swap() {
  memory=$(awk '/^MemTotal|^SwapTotal/ { sum += $2 } END { print int(sum / 1024) }' /proc/meminfo)
  [ "$memory" -lt 1500 ] || return 0
  [ -e /swapfile ] || {
    run fallocate -l 1G /swapfile.new
    run chmod 600 /swapfile.new
    run mkswap -q /swapfile.new
    run mv /swapfile.new /swapfile
  }
  grep -q '^/swapfile ' /etc/fstab || run add_lines /etc/fstab '/swapfile none swap sw 0 0'
  run swapon /swapfile
}

# Usage: add_lines FILE LINES. The file may lack a line break at its end.
add_lines() {
  [ -z "$(tail -c 1 "$1")" ] || printf '\n' >>"$1"
  say "$2" >>"$1"
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
  # Backups that --remove has kept belong to root. Give these backups to the site's user.
  [ "$(stat -c %U "$BACKUPS" 2>/dev/null)" = jeunesse ] || run chown -R jeunesse: "$BACKUPS"
}

# Installs the newest release, or HEAD when the repository has no release yet.
install_release() {
  [ -d "$HOME_DIR/source" ] || {
    [ ! -e "$HOME_DIR/source.new" ] || run rm -rf "$HOME_DIR/source.new"
    run git clone --quiet --bare "$HERE" "$HOME_DIR/source.new"
    # Upgrades fetch from the same remote as this checkout.
    if origin=$(git -C "$HERE" remote get-url origin 2>/dev/null); then
      run git -C "$HOME_DIR/source.new" remote set-url origin "$origin"
    fi
    run mv "$HOME_DIR/source.new" "$HOME_DIR/source"
  }
  # Only `jeunesse upgrade` replaces an installed release: that command can switch back after a failure.
  [ ! -L "$CURRENT" ] || return 0
  if [ -n "$dry" ]; then
    say "+ build the newest release in $HOME_DIR/releases, and link $CURRENT to it"
    return 0
  fi
  revision=$(git -C "$HOME_DIR/source" tag --list --sort=-version:refname | grep -Ex -m1 'v[0-9]+\.[0-9]+\.[0-9]+') ||
    revision=HEAD
  version=$(git -C "$HOME_DIR/source" show "$revision:package.json" | sed -n 's/^  "version": "\(.*\)",$/\1/p')
  [ -d "$HOME_DIR/releases/v$version" ] || run sh "$HERE/deploy/build-release.sh" "$HOME_DIR" "$revision" "v$version"
  run ln -sfn "releases/v$version" "$CURRENT"
}

# Keeps existing settings, unless another domain or e-mail address was given.
write_settings() {
  before=$changes
  [ -e "$SETTINGS" ] || run install -m 600 /dev/null "$SETTINGS"
  former=$(setting PUBLIC_URL)
  former=${former#*://}
  [ "${former:-$domain}" = "$domain" ] || run sed -i "s|^PUBLIC_URL=.*|PUBLIC_URL=https://$domain|
    s|^\(#*[A-Z_]*=[a-z]*@\)$former\$|\1$domain|" "$SETTINGS"
  [ -z "$email" ] || [ "$(setting ADMIN_EMAIL)" = "$email" ] || run sed -i '/^ADMIN_EMAIL=/d' "$SETTINGS"
  for line in "PUBLIC_URL=https://$domain" TRUST_PROXY=1 "ADMIN_EMAIL=${email:-comite@$domain}" "BACKUP_DIR=$BACKUPS"; do
    grep -qs "^${line%%=*}=" "$SETTINGS" || run add_lines "$SETTINGS" "$line"
  done
  grep -qs '^#*MAIL=' "$SETTINGS" || run add_lines "$SETTINGS" "# Until these are set, nobody gets a mail (docs/deploy.md). Then: systemctl restart jeunesse
#MAIL=smtp
#SMTP_URL=smtps://USER:PASSWORD@mail.exemple.ch:465
#MAIL_FROM=site@$domain
#MAIL_TO=comite@$domain"
  [ "$changes" = "$before" ] || ! is_active jeunesse || run systemctl stop jeunesse.service
}

setting() { sed -n "s/^$1=//p" "$SETTINGS" 2>/dev/null | tail -n 1; }
is_active() { systemctl is-active --quiet "$1.service" 2>/dev/null; }

# Usage: link FILE TARGET.
link() { [ "$(readlink "$1" || true)" = "$2" ] || run ln -sfn "$2" "$1"; }

make_service() {
  before=$changes
  for unit in $UNITS; do link "/etc/systemd/system/$unit" "$CURRENT/deploy/$unit"; done
  link "$COMMAND" "$CURRENT/deploy/jeunesse"
  [ "$changes" = "$before" ] || run systemctl daemon-reload
  systemctl is-enabled --quiet jeunesse.service 2>/dev/null || run systemctl enable jeunesse.service
  is_active jeunesse || run systemctl start jeunesse.service
}

# Usage: is_untouched FILE. True if FILE is empty, missing, or unchanged since Debian installed Caddy.
is_untouched() { [ ! -s "$1" ] || ! dpkg --verify caddy 2>/dev/null | grep -q " $1\$"; }

# Imports SITE_FILE into the webmaster's Caddyfile. Caddy accepts global options only at the start of a file. If the
# Caddyfile has global options, the import goes to its end.
make_proxy() {
  before=$changes
  template=$CURRENT/deploy/Caddyfile
  [ -e "$template" ] || template=$HERE/deploy/Caddyfile
  own=$(sed "s/jeunesse\.exemple\.ch/$domain/g" "$template")
  if is_untouched "$CADDYFILE"; then
    run write "$CADDYFILE" "$IMPORT
# Add your other sites below this line. deploy/install.sh does not change this file again."
  elif grep -v '^[[:space:]]*\(#\|$\)' "$CADDYFILE" | head -n 1 | grep -q '^{'; then
    own=$(printf '%s\n' "$own" | sed '/^{$/,/^}$/d')
    has_import || run add_lines "$CADDYFILE" "$IMPORT"
    say "! $CADDYFILE has options of its own: give its log the filter of $template, which keeps visitors out of it."
  else
    has_import || run sed -i "1i $IMPORT" "$CADDYFILE"
  fi
  [ "$(cat "$SITE_FILE" 2>/dev/null)" = "$own" ] || run write "$SITE_FILE" "$own"
  systemctl is-enabled --quiet caddy.service 2>/dev/null || run systemctl enable caddy.service
  if [ "$changes" != "$before" ]; then run systemctl reload-or-restart caddy.service
  elif ! is_active caddy; then run systemctl start caddy.service; fi
}

has_import() { grep -qxF "$IMPORT" "$CADDYFILE"; }
write() { say "$2" >"$1"; }

# Usage: ask PATH. Prints the HTTP status of the site's response.
ask() {
  port=$(setting PORT)
  node -e 'require("http").get(process.argv[1], ({ statusCode }) => { console.log(statusCode); process.exit(); })
    .on("error", () => console.log("none"))' "http://127.0.0.1:${port:-3000}$1"
}

wait_for_site() {
  for _ in $(seq 60); do
    [ "$(ask /healthz)" != 200 ] || return 0
    sleep 1
  done
  refuse "The site does not answer yet: jeunesse logs says why."
}

# Until the first account has a password, each start of the site logs a one-time link.
print_first_link() {
  admin=$(setting ADMIN_EMAIL)
  link=$(journalctl -u jeunesse.service -o cat --no-pager | grep -Eo 'https?://[^ ]+/invitation/[^ ]+' | tail -n 1)
  [ -n "$link" ] || return 0
  if [ "$(ask "/invitation/${link##*/}")" = 200 ]; then
    say "The first account, $admin, chooses its password here, once, within 24 hours: $link"
  elif "$COMMAND" admin list | grep -q "^$admin .*invited, link expired"; then
    say "The link of the first account has expired. A new one: sudo jeunesse admin reset $admin"
  fi
}

install_site() {
  [ -n "$dry" ] || say "Installing Debian's packages, the program (some minutes), its service and Caddy. The log: $LOG"
  make_swap
  install_packages
  make_user
  install_release
  write_settings
  make_service
  make_proxy
  [ -z "$dry" ] || { say "Nothing was changed: it was only said."; return 0; }
  wait_for_site
  [ "$changes" -gt 0 ] || say "All was as it should be: nothing was changed."
  say "The site runs: https://$domain (once the domain points to this machine)."
  print_first_link
  ! grep -q '^#MAIL=' "$SETTINGS" ||
    say "Mail does not leave yet: uncomment the lines of MAIL in /etc/jeunesse.env, then: systemctl restart jeunesse"
  say "From now on: sudo jeunesse doctor says what to do, jeunesse help what else there is."
}

remove_from_proxy() {
  run rm -f "$SITE_FILE"
  [ -e "$CADDYFILE" ] && has_import || return 0
  run sed -i "/^$IMPORT\$/d" "$CADDYFILE"
  if grep -qv '^[[:space:]]*\(#\|$\)' "$CADDYFILE"; then
    run systemctl reload-or-restart caddy.service
  else
    run systemctl disable --now --quiet caddy.service
    run rm "$CADDYFILE"
  fi
}

remove_site() {
  kept=$DATA.removed-$(date +%Y%m%d-%H%M%S)
  for unit in jeunesse-upgrade.timer jeunesse.service; do
    # `disable --now` deletes the link of the unit, then stops the unit. Without the link, systemd does not find a
    # unit that is not loaded.
    [ ! -L "/etc/systemd/system/$unit" ] || { run systemctl stop "$unit"; run systemctl disable --quiet "$unit"; }
  done
  remove_from_proxy
  for unit in $UNITS; do run rm -f "/etc/systemd/system/$unit"; done
  run systemctl daemon-reload
  run rm -rf "$COMMAND" "$HOME_DIR" "$DATA/repetition"
  [ ! -e "$DATA" ] || run mv "$DATA" "$kept"
  [ ! -e "$SETTINGS" ] || { run mkdir -p -m 700 "$kept" && run mv "$SETTINGS" "$kept/jeunesse.env"; }
  [ ! -e "$kept" ] || run chown -R root:root "$kept"
  # Rename the folder: if old backups exist, a new site refuses to start with an empty database.
  [ ! -e "$BACKUPS" ] || { run chown -R root:root "$BACKUPS"; run mv "$BACKUPS" "$BACKUPS.${kept##*.}"; }
  ! getent passwd jeunesse >/dev/null || run deluser --quiet jeunesse
  say "The site is gone. Kept: data and settings in $kept, backups in $BACKUPS.${kept##*.}, Debian's packages."
}

read_arguments "$@"
check_machine
if [ -n "$remove" ]; then
  remove_site
else
  check_network
  install_site
fi
