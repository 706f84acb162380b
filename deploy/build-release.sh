#!/bin/sh
# Builds a revision of HOME/source into HOME/releases/NAME. A failed build does not create the folder.
#   sh deploy/build-release.sh HOME REVISION NAME
set -eu
umask 022
home=$1 revision=$2 folder=$1/releases/$3
partial=$folder.partial

# With Node below 20, as on Debian 12, npm skips packages that the build needs.
use_node() {
  [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ] || return 0
  package=node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
  version=$(sed -n "s/^    \"$package\": \"\(.*\)\",*$/\1/p" "$partial/package.json")
  [ -e "$home/node/bin" ] || {
    npm install --prefix "$home/node" --no-save --no-audit --no-fund "$package@$version"
    ln -s "node_modules/$package/bin" "$home/node/bin"
  }
  PATH=$home/node/bin:$PATH
}

trap 'rm -rf "$partial" "$partial.tar"' EXIT
rm -rf "$partial"
mkdir -p "$partial"
git -C "$home/source" archive --output "$partial.tar" "$revision"
tar -xf "$partial.tar" -C "$partial"
use_node
(cd "$partial" && npm run release)
# Write the files to disk before the rename: a power cut must not leave an incomplete release.
sync -f "$partial"
rm -rf "$folder"
mv "$partial" "$folder"
