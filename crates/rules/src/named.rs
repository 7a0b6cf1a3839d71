//! Enums of names that people type and read.

/// Writes an enum whose variants have a name each. It gets `ALL` of them in order, a `name`, and a
/// `Display` that prints it. With an `unknown` line it also gets a `FromStr` that takes just these names,
/// and an error for all else, in which `{0}` is what was read and `{known}` lists the names.
///
/// ```
/// aji_rules::named! {
///     /// Who is asked.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Adviser {
///         /// The one who counts.
///         Accountant = "accountant",
///         /// The one who guesses.
///         Dreamer = "dreamer",
///     }
///     /// A name that no adviser has.
///     unknown UnknownAdviser = "nobody is called `{0}`; there are {known}"
/// }
/// assert_eq!("dreamer".parse(), Ok(Adviser::Dreamer));
/// assert_eq!(Adviser::ALL.map(|adviser| adviser.to_string()), ["accountant", "dreamer"]);
/// let error = "sceptic".parse::<Adviser>().unwrap_err().to_string();
/// assert_eq!(error, "nobody is called `sceptic`; there are accountant, dreamer");
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$about:meta])*
        $vis:vis enum $Enum:ident {
            $($(#[$what:meta])* $Variant:ident = $name:literal,)+
        }
        $($(#[$why:meta])* unknown $Unknown:ident = $sentence:literal)?
    ) => {
        $(#[$about])*
        $vis enum $Enum {
            $($(#[$what])* $Variant,)+
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [$Enum; [$($name),+].len()] = [$($Enum::$Variant),+];

            /// What it is called.
            pub fn name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        $(
            $(#[$why])*
            #[derive(Clone, Debug, PartialEq, Eq)]
            $vis struct $Unknown(String);

            impl std::fmt::Display for $Unknown {
                fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    let known = $Enum::ALL.map(|one| one.name()).join(", ");
                    f.pad(&$sentence.replace("{known}", &known).replace("{0}", &self.0))
                }
            }

            impl std::error::Error for $Unknown {}

            impl std::str::FromStr for $Enum {
                type Err = $Unknown;

                fn from_str(text: &str) -> Result<$Enum, $Unknown> {
                    let found = $Enum::ALL.into_iter().find(|one| one.name() == text);
                    found.ok_or_else(|| $Unknown(text.to_string()))
                }
            }
        )?
    };
}
