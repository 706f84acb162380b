# shellcheck shell=sh
# How Google is asked and told. What is told is shown first; with --dry-run it is shown only.

CALLS=0
# What a call prints may be read by a command substitution: what people read has a way of its own.
exec 3>&1
say() { printf '%s\n' "$*" >&3; }
fail() {
  printf 'google.sh: %s\n' "$*" >&2
  exit 1
}

gcloud_call() { CLOUDSDK_CORE_DISABLE_PROMPTS=1 gcloud "$@" "--project=$PROJECT"; }

# look ARGUMENTS: what gcloud knows; fails where there is no such thing.
look() { gcloud_call "$@" 2>/dev/null </dev/null; }
has() { look "$@" >/dev/null; }

# change ARGUMENTS: has gcloud change something.
change() {
  show gcloud "$@" "--project=$PROJECT"
  [ "$DRY_RUN" ] || gcloud_call "$@" >&3 </dev/null
}

# change_given SETTING ARGUMENTS: the same with a setting as the standard input: a secret is never an argument.
change_given() {
  given=$1
  shift
  show sh "$HERE/google.sh" --setting "$given" "$PIPE" gcloud "$@" "--project=$PROJECT"
  [ "$DRY_RUN" ] || setting "$given" | gcloud_call "$@" >&3
}

# rest METHOD URL [BODY]: what gcloud has no command for. The token stands in no argument.
rest() {
  printf 'header = "Authorization: Bearer %s"\n' "$(gcloud auth print-access-token 2>/dev/null)" |
    curl --config - --silent --show-error --fail --header "x-goog-user-project: $PROJECT" \
      --header 'content-type: application/json' --request "$1" ${3+--data "$3"} "$2"
}
look_rest() { rest GET "$1" 2>/dev/null; }
change_rest() {
  show curl --config "$TOKEN" --header "x-goog-user-project: $PROJECT" --header 'content-type: application/json' \
    --request "$1" --data "$3" "$2"
  [ "$DRY_RUN" ] || rest "$@"
}

# field NAME: the text of the first such field in the JSON of the standard input.
field() { tr '{' , | tr , '\n' | sed -n 's/^ *"'"$1"'": *"\([^"]*\)".*/\1/p' | head -n 1; }
fingerprint() { git hash-object --stdin | cut -c1-12; }

# Words that a shell is to see as they are, in what is shown.
PIPE='|'
# shellcheck disable=SC2016 # it is shown as it is
TOKEN='<(printf '\''header = "Authorization: Bearer %s"'\'' "$(gcloud auth print-access-token)")'

# show WORDS: as a shell would take them.
show() {
  CALLS=$((CALLS + 1))
  printf '+' >&3
  for word; do
    case $word in
      "$PIPE" | "$TOKEN") printf ' %s' "$word" >&3 ;;
      '' | *[!A-Za-z0-9_./:=@,+-]*) printf " '%s'" "$(printf %s "$word" | sed "s/'/'\\\\''/g")" >&3 ;;
      *) printf ' %s' "$word" >&3 ;;
    esac
  done
  echo >&3
}
calls_made() {
  [ "$CALLS" -gt 0 ] || echo 'Everything was right already.'
}
