# shellcheck shell=sh disable=SC2034
# The accounts of the site and of its build, each with the least it needs, and the secrets that only the site reads.

SA=jeunesse@$PROJECT.iam.gserviceaccount.com
BUILD_SA=jeunesse-build@$PROJECT.iam.gserviceaccount.com

account() {
  has iam service-accounts describe "$SA" || change iam service-accounts create jeunesse '--display-name=The site'
  grant "$SA" roles/datastore.user "$PROJECT" projects
  grant "$SA" roles/firebaseauth.admin "$PROJECT" projects
  grant "$SA" roles/storage.objectUser "gs://$BUCKET" storage buckets
  grant "$SA" roles/storage.legacyBucketReader "gs://$BUCKET" storage buckets
}

# grant ACCOUNT ROLE THING KIND…: the role on one thing of a kind.
grant() {
  member=serviceAccount:$1 role=$2 thing=$3
  shift 3
  look "$@" get-iam-policy "$thing" '--flatten=bindings[].members' '--format=value(bindings.role,bindings.members)' |
    tr '\t' ' ' | grep -qx "$role $member" && return 0
  case $1 in projects | secrets) set -- "$@" add-iam-policy-binding "$thing" --condition=None ;;
  *) set -- "$@" add-iam-policy-binding "$thing" ;; esac
  change "$@" "--member=$member" "--role=$role"
}

# A secret's versions stay: a revision names the one that it was started with, so that going back finds it.
secrets() {
  MOUNTED=
  for name in $SECRETS; do
    value=$(setting "$name")
    [ "$value" ] || continue
    secret=$(echo "$name" | tr A-Z_ a-z-)
    version=$(look secrets versions list "$secret" --sort-by=~createTime --limit=1 '--format=value(name.basename())') || version=
    if ! has secrets describe "$secret"; then
      change_given "$name" secrets create "$secret" --data-file=-
      version=1
    elif [ "$(look secrets versions access latest "--secret=$secret")" != "$value" ]; then
      change_given "$name" secrets versions add "$secret" --data-file=-
      version=$((${version:-0} + 1))
    fi
    grant "$SA" roles/secretmanager.secretAccessor "$secret" secrets
    MOUNTED=$MOUNTED${MOUNTED:+,}$name=$secret:$version
  done
}
