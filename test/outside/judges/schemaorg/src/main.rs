//! Judges JSON-LD files by the vocabulary of schema.org and Google's profiles: a line for each
//! complaint, and one line with the number of nodes that are eligible.
use schemaorg_rs::profiles::ProfileRegistry;
use schemaorg_rs::validation::diagnostics::Severity;
use schemaorg_rs::{extract_all, validation};

fn main() {
    let registry = ProfileRegistry::with_google();
    let mut eligible = 0;
    for path in std::env::args().skip(1) {
        let json = std::fs::read_to_string(&path).expect("a file");
        let html = format!("<script type=\"application/ld+json\">{json}</script>");
        let graph = extract_all(&html).expect("JSON-LD");
        let result = validation::validate(&graph);
        for one in result.diagnostics.iter().filter(|one| one.severity != Severity::Info) {
            println!("complaint\t{:?}\t{}\t{}", one.severity, one.path, one.message);
        }
        let profile = registry.evaluate("google", &graph, &result.diagnostics).expect("a profile");
        for one in &profile.type_results {
            if one.eligible {
                eligible += 1;
            } else {
                println!("complaint\tnot eligible\t{}\t{:?}", one.schema_type, one.required_missing);
            }
        }
    }
    println!("eligible\t{eligible}");
}
