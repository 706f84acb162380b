# shellcheck shell=sh
# What Google lets nobody do but a person at a page: said as a list, of what is missing only.

N=0
need() {
  [ $N -gt 0 ] || say 'First, by hand:'
  N=$((N + 1))
  say "$N. $*"
}

by_hand() {
  console=https://console.firebase.google.com/project/$PROJECT
  [ "$DRY_RUN" ] || [ "$(gcloud auth list --filter=status:ACTIVE '--format=value(account)' 2>/dev/null)" ] ||
    fail 'sign in first, as an owner of the project: gcloud auth login'
  has projects describe "$PROJECT" ||
    need "The project: https://console.firebase.google.com → Create a project, with the id $PROJECT, without Analytics"
  [ "$(billing billingEnabled)" = True ] || need "The plan: $console/usage/details → Modify plan → Blaze"
  look_rest "https://identitytoolkit.googleapis.com/admin/v2/projects/$PROJECT/config" | tr -d '\n' |
    grep -q '"email": *{[^}]*"enabled": *true' ||
    need "Sign-in: $console/authentication/providers → Get started → Email/Password → Enable, nothing else"
  if is_default_bucket && ! has storage buckets describe "gs://$BUCKET"; then
    need "Files: $console/storage → Get started → location $DATA_REGION: gs://$BUCKET is not there"
  fi
  ! maps_domains || is_verified || need "The domain: gcloud domains verify $DOMAIN → Domain name provider"
  [ $N -gt 0 ] || return 0
  [ "$DRY_RUN" ] || fail 'then run this again; nothing was changed'
}

billing() { look billing projects describe "$PROJECT" "--format=value($1)"; }

# Buckets of these names are made by Firebase's pages only.
is_default_bucket() {
  case $BUCKET in *.firebasestorage.app | *.appspot.com) ;; *) return 1 ;; esac
}

is_verified() {
  for name in $(look domains list-user-verified '--format=value(id)'); do
    case .$DOMAIN in *".$name") return 0 ;; esac
  done
  return 1
}
