# shellcheck shell=sh
# The site's own account, with the least it needs, and the secrets that only it reads.

SA=jeunesse@$PROJECT.iam.gserviceaccount.com

account() {
  has iam service-accounts describe "$SA" || change iam service-accounts create jeunesse '--display-name=The site'
  grant roles/datastore.user "$PROJECT" projects
  grant roles/firebaseauth.admin "$PROJECT" projects
  grant roles/storage.objectAdmin "gs://$BUCKET" storage buckets
  grant roles/storage.legacyBucketReader "gs://$BUCKET" storage buckets
}

# grant ROLE THING KIND…: the role on one thing of a kind.
grant() {
  role=$1 thing=$2
  shift 2
  look "$@" get-iam-policy "$thing" '--flatten=bindings[].members' "--filter=bindings.members=serviceAccount:$SA" \
    '--format=value(bindings.role)' | grep -qx "$role" ||
    change "$@" add-iam-policy-binding "$thing" "--member=serviceAccount:$SA" "--role=$role" --condition=None
}

# A secret's versions stay: a revision names the one that it was started with, so that going back finds it.
secrets() {
  MOUNTED=
  for name in $SECRETS; do
    value=$(setting "$name")
    [ "$value" ] || continue
    secret=$(echo "$name" | tr A-Z_ a-z-)
    if ! has secrets describe "$secret"; then
      printf %s "$value" | change secrets create "$secret" --data-file=-
    elif [ "$(look secrets versions access latest "--secret=$secret")" != "$value" ]; then
      printf %s "$value" | change secrets versions add "$secret" --data-file=-
    fi
    grant roles/secretmanager.secretAccessor "$secret" secrets
    version=$(look secrets versions list "$secret" --filter=state=ENABLED --sort-by=~createTime --limit=1 '--format=value(name.basename())') || version=
    MOUNTED=$MOUNTED${MOUNTED:+,}$name=$secret:${version:-1}
  done
}
